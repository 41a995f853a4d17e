"""The drawings of the build guide: holder, lights, table."""
