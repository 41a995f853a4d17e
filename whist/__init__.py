"""The game: cards, tricks, the androids' commands, scores and the table's state.

Pure: no camera, pin, page, clock or disk.
"""
