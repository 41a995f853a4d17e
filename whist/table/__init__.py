"""The table of Android Whist: observations and requests in, events and views out."""
