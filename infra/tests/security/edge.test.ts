import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { NOTICE_TEXTS } from '@tavola/contracts/rules/guest-notice.ts';
import { freePorts, isPortTaken } from '@tavola/local-servers/ports.ts';
import { findCommand, startProgram, untilReady } from '@tavola/local-servers/program.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { afterAll, expect, it } from 'vitest';
import { startNginx } from '../../dev/local/nginx.ts';
import { bodyFiles, cachedAnswers } from '../harness/nginx-files.ts';

// What nginx itself lets one client take up. The gateway here counts what reaches it.

/** As in infra/deploy/nginx/site.conf.template. */
const BODIES = 100;

const [port, edgePort] = (await freePorts(2)) as [number, number];
const folder = mkdtempSync(join(tmpdir(), 'tavola-edge-'));
const dir = join(folder, 'nginx');
let reached = 0;
/** What nginx took of a file of 200 MB, which then breaks off. */
let taken = 0;
const MB = 1024 * 1024;
async function* longFile() {
  for (; taken < 200 * MB; taken += MB) yield Buffer.alloc(MB);
  throw new Error('the storage went away');
}
const gateway = await listen((req, res) => {
  reached += 1;
  if (req.url === '/api/media/pictures.zip' || req.url === '/api/account/export/file') {
    taken = 0;
    void pipeline(longFile(), res).catch(() => res.destroy());
    return;
  }
  req.resume().once('end', () => {
    const [address = '', query] = req.url?.split('?') ?? [];
    const isUnknown = address.includes('unknown');
    const lifetime = { 'x-accel-expires': isUnknown ? '0' : '@4000000000' };
    // A language that is not offered: the redirect says the query of the request that it answers.
    const location = address.endsWith('/fr') && `${address.slice(0, -3)}${query === undefined ? '' : `?${query}`}`;
    if (address.includes('nobody')) res.destroy();
    else if (address.includes('away')) res.writeHead(502).end();
    else if (address.includes('refused')) res.writeHead(429).end('{}');
    else if (location) res.writeHead(302, { ...lifetime, location }).end();
    else {
      const burst = address.includes('burst') && { etag: '"1"', 'x-edge-no-cache': '1' };
      res.writeHead(isUnknown ? 404 : 200, { ...lifetime, ...burst }).end('a menu');
    }
  });
});
const nginx = await startNginx({
  port,
  edgePort,
  webRoot: folder,
  picturesDir: folder,
  publicOrigin: 'https://tavola.example',
  gateway: new URL(gateway.url).host,
  publicMenu: new URL(gateway.url).host,
  dir,
  logDir: folder,
  say: () => {},
});
afterAll(async () => {
  await nginx.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, { from = '127.0.0.1', body = '', headers = {} } = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, localAddress: from, path, method: body ? 'PUT' : 'GET', agent: false };
    const length = body && { 'content-length': body.length };
    const asked = request({ ...options, headers: { ...headers, ...length } }, async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve({ status: answer.statusCode, headers: answer.headers, body: text });
    });
    asked.once('error', reject).end(body);
  });

/** Begins a request from `from` whose body stalls; `said` is what was answered so far. */
async function stalled(from: string): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let text = '';
  socket
    .setEncoding('latin1')
    .on('data', (more: string) => {
      text += more;
    })
    .on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`POST /api/public/visits HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(50_000)}`);
  return { socket, said: () => text };
}

it('a menu has one address: with a slash at the end it is a redirect', async () => {
  reached = 0;
  const { status, headers } = await ask('/menu/demo/?c=k7m2p9xw');
  expect({ status, location: headers.location, reached }).toEqual({
    status: 308,
    location: '/menu/demo?c=k7m2p9xw',
    reached: 0,
  });
  expect((await ask('/menu/demo%0d%0aX-Injected:%20yes/')).headers['x-injected']).toBeUndefined();
});

it('addresses of guests in capitals reach the gateway, which redirects them', async () => {
  const before = reached;
  writeFileSync(join(folder, 'index.html'), 'the application');
  for (const path of ['/Menu/demo', '/MENU/Unknown-Demo', '/Q/ABCD2345']) await ask(path);
  expect(reached).toBe(before + 3);
  for (const path of ['/Menu', '/Menu/no_slug']) expect((await ask(path)).body).toBe('the application');
  expect(reached).toBe(before + 3);
});

it('a guest whose code no gateway answers reads a page in the first language of the device', async () => {
  mkdirSync(join(folder, 'away'));
  for (const tag of Object.keys(NOTICE_TEXTS)) writeFileSync(join(folder, `away/${tag}.html`), `away in ${tag}`);
  const at = async (path: string, language?: string) => {
    const { status, headers, body } = await ask(path, { headers: language ? { 'accept-language': language } : {} });
    return [status, headers['retry-after'], headers['content-type'], body].join(' | ');
  };
  const page = (tag: string) => `503 | 2 | text/html; charset=utf-8 | away in ${tag}`;
  for (const tag of Object.keys(NOTICE_TEXTS)) expect(await at('/q/nobody', `${tag},en;q=0.5`)).toBe(page(tag));
  for (const tag of ['zh-CN', 'zh', 'zh-Hans-SG']) expect(await at('/q/nobody', tag)).toBe(page('zh-Hans'));
  for (const tag of [undefined, 'zh-TW', 'zh-Hant', 'sv', 'default', '../x']) {
    expect(await at('/Q/nobody', tag), tag).toBe(page('en'));
  }
  expect(await at('/Menu/nobody', 'pt-BR,pt;q=0.9')).toBe(page('pt'));
});

it('a cached redirect from a removed language keeps the query of each request', async () => {
  const at = async (path: string) => {
    const { status, headers } = await ask(path);
    return `${status} ${headers.location}`;
  };
  const before = reached;
  // As the edge is refreshed: without a query.
  expect(await at('/menu/removed/fr')).toBe('302 /menu/removed');
  expect(await at('/menu/removed/fr?c=k7m2p9xw&at=table')).toBe('302 /menu/removed?c=k7m2p9xw&at=table');
  expect(await at('/menu/removed/fr?c=other')).toBe('302 /menu/removed?c=other');
  expect(await at('/menu/removed/fr')).toBe('302 /menu/removed');
  expect(reached).toBe(before + 1);
  // Not cached: the service has kept the query.
  expect(await at('/menu/unknown/fr?c=k7m2p9xw')).toBe('302 /menu/unknown?c=k7m2p9xw');
});

it('where no menu can be had, the page that asks again is sent, as no success', async () => {
  writeFileSync(join(folder, 'menu.html'), 'asks again');
  const answers = await Promise.all(['/menu/away', '/menu/away/fr', '/menu/refused'].map((path) => ask(path)));
  expect(answers.map(({ status, headers, body }) => [status, headers['retry-after'], body])).toEqual([
    [503, '2', 'asks again'],
    [503, '2', 'asks again'],
    [429, '2', 'asks again'],
  ]);
});

it('answers about unknown slugs take no place beside menus', async () => {
  const before = cachedAnswers(dir);
  for (let count = 0; count < 20; count += 1) expect((await ask(`/menu/unknown-${count}`)).status).toBe(404);
  expect(cachedAnswers(dir)).toBe(before);
  await ask('/menu/some-menu');
  expect(cachedAnswers(dir)).toBe(before + 1);
});

it('answers of a burst take no place either, and are 304 where nothing changed', async () => {
  const before = cachedAnswers(dir);
  for (const path of ['/menu/burst', '/api/public/menu/burst']) {
    const { status, headers } = await ask(path);
    expect([status, headers['x-edge-no-cache']]).toEqual([200, undefined]);
    expect((await ask(path, { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
  }
  expect(cachedAnswers(dir)).toBe(before);
});

it('a picture that is here is sent from here, as nothing but a picture; another one is asked for', async () => {
  const at = `/m/${'0'.repeat(32)}/x/320.avif`;
  mkdirSync(dirname(join(folder, at)), { recursive: true });
  writeFileSync(join(folder, at), '<script>');
  const before = reached;
  const { status, headers } = await ask(at);
  expect({ status, ...headers }).toMatchObject({
    status: 200,
    'content-type': 'image/avif',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(reached).toBe(before);
  await ask(at.replace('320', '640'));
  expect(reached).toBe(before + 1);
  for (const path of ['/m/../edge.conf', '/m/%2e%2e/x', '/uploads/x'])
    expect((await ask(path)).body).not.toContain('script');
});

it('a picture of a restaurant that media has marked as closed is refused, and is there again without the mark', async () => {
  const owner = '1'.repeat(32);
  const at = `/m/${owner}/x/320.avif`;
  mkdirSync(dirname(join(folder, at)), { recursive: true });
  mkdirSync(join(folder, 'closed'), { recursive: true });
  writeFileSync(join(folder, at), 'a picture');
  const before = reached;
  const status = async () => (await ask(at)).status;
  expect(await status()).toBe(200);
  writeFileSync(join(folder, 'closed', owner), '');
  await expect.poll(status, { timeout: 3_000 }).toBe(404);
  const refused = await ask(at);
  expect(refused.headers).not.toHaveProperty('cache-control');
  expect(refused.body).not.toContain('a picture');
  expect((await ask(`/m/${owner}/../${owner}/x/320.avif`)).status).toBe(404);
  expect((await ask(`/m//${owner}/x/320.avif`)).status).toBe(404);
  rmSync(join(folder, 'closed', owner));
  await expect.poll(status, { timeout: 3_000 }).toBe(200);
  expect(reached).toBe(before);
});

it('a picture of any size reaches the gateway, which refuses it in its own words', async () => {
  expect((await ask('/api/media', { body: 'x'.repeat(12.1 * MB) })).status).toBe(200);
});

it.each([
  ['all pictures', '/api/media/pictures.zip'],
  ['all data', '/api/account/export/file'],
])(
  '%s in one file wait for their reader outside of nginx, and one that breaks off never looks whole',
  { tags: 'full' },
  async (_what, path) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(answer.status).toBe(200);
    await sleep(1_000);
    expect(taken).toBeLessThan(60 * MB);
    const all = async () => {
      for await (const _part of answer.body ?? []);
    };
    await expect(all()).rejects.toThrow();
    expect(taken).toBe(200 * MB);
  },
);

it('a body has 64 KiB at most, except with a logo in it', async () => {
  const [most, tooMuch] = ['x'.repeat(64 * 1024), 'x'.repeat(64 * 1024 + 1)];
  expect((await ask('/api/menu-items/1', { body: most })).status).toBe(200);
  const refused = await ask('/api/menu-items/1', { body: tooMuch });
  expect({ status: refused.status, ...JSON.parse(refused.body) }).toMatchObject({
    status: 413,
    type: 'urn:tavola:problem:body-too-large',
  });
  expect(refused.body).not.toContain('KiB');
  expect((await ask('/api/assistant/translations', { body: 'x'.repeat(200_000) })).status).toBe(200);
  expect((await ask('/api/qr-codes/style', { body: 'x'.repeat(290_000) })).status).toBe(200);
});

it.each([
  ['an IPv4 address', ['203.0.113.7'], '203.0.113.8'],
  ['an IPv4 address that a proxy writes as an IPv6 one', ['203.0.113.7', '::ffff:203.0.113.7'], '::ffff:203.0.113.8'],
  ['the /64 of an IPv6 address', ['2001:db8:1:2::7', '2001:db8:1:2:3::7'], '2001:db8:1:3::7'],
])('a client is %s', async (_what, same, other) => {
  const [at] = (await freePorts(1)) as [number];
  const own = mkdtempSync(join(folder, 'client-'));
  const template = readFileSync(new URL('../../deploy/nginx/site.conf.template', import.meta.url), 'utf8');
  const clients = /^map \$binary_remote_addr \$client \{.*?^\}/ms.exec(template)?.[0];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path "${own}/${kind}";`,
  );
  writeFileSync(
    join(own, 'nginx.conf'),
    `pid "${own}/pid"; events {} http { access_log off; ${temporary.join(' ')}
     set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For; ${clients}
     server { listen 127.0.0.1:${at}; location / { return 200 $client; } } }`,
  );
  const logFile = join(own, 'log');
  const args = ['-c', join(own, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'];
  const program = startProgram({ name: 'nginx', command: findCommand('nginx') as string, args, logFile });
  await untilReady(program, logFile, () => isPortTaken(at));
  const clientOf = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${at}/`, { headers: { 'x-forwarded-for': address } });
    return Buffer.from(await answer.arrayBuffer()).toString('hex');
  };
  const [client, ...others] = await Promise.all([...same, other].map(clientOf));
  await program.stop();
  expect(others.slice(0, -1)).toEqual(same.slice(1).map(() => client));
  expect(others.at(-1)).not.toBe(client);
});

it('an address sends a limited number of bodies at once, none of which is written to a file', async () => {
  reached = 0;
  const sending = await Promise.all(Array.from({ length: BODIES + 20 }, () => stalled('127.0.0.2')));
  const refused = () => sending.filter(({ said }) => said().startsWith('HTTP/1.1 429')).map(({ said }) => said());
  await expect.poll(() => refused().length, { timeout: 8_000 }).toBe(20);
  expect(refused()[0]).toContain('Retry-After: 2');
  expect(refused()[0]).toContain('urn:tavola:problem:too-many-requests');
  expect(reached).toBe(0);
  expect(bodyFiles(dir)).toBe(0);
  // Neither its own reads nor anybody else's bodies are refused meanwhile.
  expect((await ask('/menu/demo', { from: '127.0.0.2' })).status).toBe(200);
  expect((await ask('/api/public/visits', { from: '127.0.0.3', body: 'x' })).status).toBe(200);
  for (const { socket } of sending) socket.destroy();
  await sleep(50);
  await expect.poll(async () => (await ask('/api/x', { from: '127.0.0.2', body: 'x' })).status).toBe(200);
});

it('puts the address of the site into the pages for visitors, whatever host is asked for', async () => {
  for (const page of ['launch', 'pre-launch']) {
    writeFileSync(join(folder, `${page}.html`), `${page} <link href="{origin}/"><meta content="{origin}/share.png">`);
  }
  const seen = ' <link href="https://tavola.example/"><meta content="https://tavola.example/share.png">';
  for (const [path, page] of Object.entries({ '/': 'launch', '/launch': 'launch', '/pre-launch/?a=1': 'pre-launch' })) {
    const { status, headers, body } = await ask(path, {
      headers: { host: 'evil.example', 'accept-encoding': 'identity' },
    });
    expect([status, body, headers['cache-control']]).toEqual([200, page + seen, 'no-cache']);
  }
});
