// Says back what it is told: how long that takes is the machine's own slowness. See lag.ts.
process.on('message', (message) => process.send?.(message));
process.on('disconnect', () => process.exit(0));
