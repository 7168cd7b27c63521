// Imported by a program that must not outlive the one that started it, however that one ends: then it gets a SIGTERM.

const POLL_MS = 500;

const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, POLL_MS);
timer.unref();
