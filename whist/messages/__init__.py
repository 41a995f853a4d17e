"""The words that table and world speak: observations, requests, events."""
