import { isPortTaken } from '@tavola/local-servers/ports.ts';

/**
 * So many free ports of this machine that follow one another. They are published, so neither from the kernel's own range nor
 * from that of `freePorts`.
 */
export async function portsInARow(count: number): Promise<[number, ...number[]]> {
  for (let first = 18_100; first < 20_000; first += count) {
    const ports = Array.from({ length: count }, (_, index) => first + index) as [number, ...number[]];
    if (!(await Promise.all(ports.map((port) => isPortTaken(port)))).includes(true)) return ports;
  }
  throw new Error('There are no free ports.');
}
