import { isPortTaken } from '@tavola/local-servers/ports.ts';

/**
 * This many consecutive free ports. They are published, so they lie outside of the kernel's ephemeral range and of the range
 * of `freePorts`.
 */
export async function portsInARow(count: number): Promise<[number, ...number[]]> {
  for (let first = 18_100; first < 20_000; first += count) {
    const ports = Array.from({ length: count }, (_, index) => first + index) as [number, ...number[]];
    if (!(await Promise.all(ports.map((port) => isPortTaken(port)))).includes(true)) return ports;
  }
  throw new Error('There are no free ports.');
}
