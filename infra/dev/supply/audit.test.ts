import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { knownWeaknesses } from './audit.ts';

// @module-tag full

const cache = mkdtempSync(join(tmpdir(), 'tavola-npm-'));
const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
  rmSync(cache, { recursive: true, force: true });
});

/** Runs the audit against a registry that responds like this. */
async function askedOf(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return knownWeaknesses({ npm_config_registry: registry, npm_config_cache: cache, npm_config_fetch_retries: '0' });
}

const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Any request is an admin',
  severity: 'critical',
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 9.8, vectorString: null },
};

describe('what is known against our dependencies', () => {
  it('is nothing where the registry knows of nothing', async () => {
    expect(await askedOf((_req, res) => res.setHeader('content-type', 'application/json').end('{}'))).toEqual({
      weaknesses: [],
    });
  });

  it('is said with the package and how bad it is', async () => {
    const found = await askedOf((req, res) => {
      res.setHeader('content-type', 'application/json');
      const isAsked = req.url?.endsWith('/advisories/bulk');
      if (!isAsked) res.statusCode = 404;
      res.end(JSON.stringify(isAsked ? { express: [advisory] } : {}));
    });
    expect(found).toEqual({
      weaknesses: expect.arrayContaining([
        { name: 'express', severity: 'critical', titles: ['Any request is an admin'] },
      ]),
    });
  });

  it('is unknown, and not nothing, at a registry without advisories', async () => {
    expect(await askedOf((_req, res) => res.writeHead(405).end())).toEqual({
      unknown: expect.stringMatching(/405|audit/),
    });
  });
}, 120_000);
