"""The computer players in empty chairs: who they are, and the process in which they think."""
