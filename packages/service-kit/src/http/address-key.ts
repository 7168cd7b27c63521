import type { IncomingMessage } from 'node:http';

/** The client's address as set by the gateway: only the gateway can reach a service. */
export const addressOf = ({ headers, socket }: IncomingMessage): string =>
  headers['x-forwarded-for']?.toString() ?? socket.remoteAddress ?? '';

/** The key that an address is counted under. An owner of one IPv6 address has all of its /64, so that counts as one. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  return `${groupsOf(address, 4).join(':')}::/64`;
}

/** The /48 of an IPv6 address, of which one owner may have all /64s; null for any other address. */
export const ipv6Network = (address: string): string | null =>
  address.includes(':') ? `${groupsOf(address, 3).join(':')}::/48` : null;

/** The network of an address, in which one owner may have many: the /48 of an IPv6 address, the /24 of an IPv4 address. */
export const networkKey = (address: string): string =>
  ipv6Network(address) ?? `${address.split('.', 3).join('.')}.0/24`;

/** The first `count` of the eight groups of an IPv6 address, at most four. */
function groupsOf(address: string, count: number): string[] {
  const written = address.split(':', count);
  if (!written.includes('')) return written;
  const [before = '', after = ''] = address.split('::');
  const [head, tail] = [before, after].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const zeros = new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, count);
}
