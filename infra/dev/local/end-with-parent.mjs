// Imported by a program that must not outlive its parent: when the parent ends in any way, the program gets SIGTERM.

const POLL_MS = 500;

const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, POLL_MS);
timer.unref();
