/** The key that an address is counted under. An owner of one IPv6 address has all of its /64, so that counts as one. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const network = address.split(':', 4);
  return `${(network.includes('') ? writtenOut(address).slice(0, 4) : network).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, with `::` expanded. */
function writtenOut(address: string): string[] {
  const [before = '', after = ''] = address.split('::');
  const [head, tail] = [before, after].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  return [...head, ...new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
}
