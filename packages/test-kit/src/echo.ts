// Echoes each message; the time it takes shows the machine's own slowness. See lag.ts.
// Its parent may end at any time; a callback takes the error of a message that can't be sent.
process.on('message', (message) => process.send?.(message, () => {}));
process.on('disconnect', () => process.exit(0));
