"""What the page offers beside the table in play: check, guide, past matches, pictures, lights."""
