import { BlockList, isIP, type Socket } from 'node:net';

/** Proxies trusted by default: loopback and private networks. */
export const DEFAULT_TRUSTED_PROXIES = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7';

/** An IPv4 address may be written as an IPv6 one, ::ffff:1.2.3.4: by a dual-stack socket, or by a proxy that has one. */
const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Parses a comma-separated list of addresses and networks (`10.0.0.0/8`).
 * @throws Error naming an entry that is neither.
 */
export function proxyList(text: string): BlockList {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', bits, ...more] = entry.split('/');
    const largest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= largest);
    if (largest < 0 || !isNetwork || more.length > 0) throw new Error(`"${entry}" is neither an address nor a network`);
    list.addSubnet(address, Number(bits ?? largest), familyOf(address));
  }
  return list;
}

/** Finds the client of a request, trusting only known proxies. */
export interface Clients {
  /** The client's address; `forwarded` is the request's X-Forwarded-For. */
  addressOf(socket: Socket, forwarded: string | undefined): string;
}

/** Uses the last address in X-Forwarded-For, but only if the direct peer is in `trusted`. */
export function trustedProxyClients(trusted: BlockList): Clients {
  const peers = new WeakMap<Socket, { address: string; isTrusted: boolean }>();
  const peerOf = (socket: Socket) => {
    const known = peers.get(socket);
    if (known) return known;
    const address = withoutMapping(socket.remoteAddress ?? '');
    const peer = { address, isTrusted: isIP(address) > 0 && trusted.check(address, familyOf(address)) };
    peers.set(socket, peer);
    return peer;
  };
  return {
    addressOf(socket, forwarded) {
      const { address, isTrusted } = peerOf(socket);
      if (!isTrusted || forwarded === undefined) return address;
      const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
      return isIP(last) ? withoutMapping(last) : address;
    },
  };
}
