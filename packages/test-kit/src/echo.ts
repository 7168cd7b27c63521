// Echoes each message; the time it takes shows the machine's own slowness. See lag.ts.
process.on('message', (message) => process.send?.(message));
process.on('disconnect', () => process.exit(0));
