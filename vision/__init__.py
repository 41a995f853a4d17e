"""Pictures in, cards out: cameras, planes, the index reader, the watcher and the simulated table."""
