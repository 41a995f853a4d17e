"""Who begins: drawn by the table, or cut with real cards before the camera, before the first deal of a match."""
