import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the kernels' ephemeral port ranges (port 0 and outgoing connections): 32,768 and up on Linux, higher elsewhere. */
const FIRST = 20_000;
const LAST = 32_767;

/**
 * One file per reserved port, with the id of the process it is reserved for. It keeps the port until that process
 * listens.
 */
const GIVEN = join(tmpdir(), `tavola-ports-${process.getuid?.() ?? 'all'}`);
const ours: number[] = [];
const fileOf = (port: number) => join(GIVEN, String(port));

/**
 * Reserves `count` different free TCP ports on loopback until this process ends. No other caller gets them, and the
 * kernel does not assign them.
 * @throws Error when no port is free.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries += 1) {
    if (tries === 10_000) throw new Error('There are no free ports.');
    const port = randomInt(FIRST, LAST + 1);
    if (reserve(port) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

/** Reserves `port` if possible, also if the process that reserved it has died. */
function reserve(port: number): boolean {
  mkdirSync(GIVEN, { recursive: true });
  try {
    writeFileSync(fileOf(port), String(process.pid), { flag: 'wx' });
  } catch {
    if (!isAbandoned(port)) return false;
    writeFileSync(fileOf(port), String(process.pid));
  }
  if (ours.length === 0) process.once('exit', giveBack);
  ours.push(port);
  return true;
}

function giveBack(): void {
  for (const port of ours) rmSync(fileOf(port), { force: true });
}

function isAbandoned(port: number): boolean {
  try {
    process.kill(Number(readFileSync(fileOf(port), 'utf8')), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Whether something listens on `port` of this machine. */
export function isPortTaken(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
