import { describe, expect, it } from 'vitest';
import { DEFAULT_TRUSTED_PROXIES, proxyList } from '../src/client-address.ts';
import { readGatewayEnv } from '../src/env.ts';
import { startGateway } from './setup.ts';

const trusting = await startGateway({ trustedProxies: proxyList('127.0.0.1') });
const wary = await startGateway({ trustedProxies: proxyList('10.0.0.0/8') });

/** The client's address as a service received it: over the fast lane, and by the proxy. */
async function heardBy({ call, seen }: typeof trusting, headers: Record<string, string>) {
  await call('GET', '/q/23456789', { headers });
  await call('POST', '/api/beta-signup', { headers, body: {} });
  return seen.slice(-2).map((one) => one.headers['x-forwarded-for']);
}

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['6.6.6.6,  203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7, nonsense', '127.0.0.1'],
    ['203.0.113.7:4711', '127.0.0.1'],
    ['203.0.113.7,', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('is the last that a trusted edge names: %j is %s', async (given, address) => {
    expect(await heardBy(trusting, { 'x-forwarded-for': given })).toEqual([address, address]);
  });

  it('is the connection’s address if the edge names none', async () => {
    expect(await heardBy(trusting, {})).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('is the connection’s address if an untrusted client names one', async () => {
    expect(await heardBy(wary, { 'x-forwarded-for': '203.0.113.7' })).toEqual(['127.0.0.1', '127.0.0.1']);
  });
});

describe('the list of trusted edges', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['192.0.2.0/24, 2001:db8::/32', '2001:db8:1::1', '2001:db9::1'],
    ['::1', '::1', '::2'],
    [DEFAULT_TRUSTED_PROXIES, '172.31.255.255', '172.32.0.0'],
    [DEFAULT_TRUSTED_PROXIES, 'fd00::1', '203.0.113.7'],
  ])('%s holds %s, and not %s', (text, inside, outside) => {
    const family = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');
    expect(proxyList(text).check(inside, family(inside))).toBe(true);
    expect(proxyList(text).check(outside, family(outside))).toBe(false);
  });

  it.each(['nginx', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', '192.0.2.1,', '::1/129'])(
    'can not be %j',
    (text) => {
      expect(() => readGatewayEnv({ TRUSTED_PROXIES: text })).toThrow(
        /TRUSTED_PROXIES: ".*" is neither an address nor a network/,
      );
    },
  );
});
