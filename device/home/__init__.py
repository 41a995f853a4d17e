"""The table as Home Assistant sees it, over an MQTT broker."""
