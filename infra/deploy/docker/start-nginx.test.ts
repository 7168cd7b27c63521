import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { expect, it, onTestFinished } from 'vitest';

// @module-tag full
// The start of the image of web with this machine's nginx, in a folder of its own.

const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The status of a response to GET /; 0 if there is no connection. */
const status = (port: number, path: string, agent?: Agent): Promise<number> =>
  new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path, ...(agent && { agent }) }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', () => resolve(0));
  });

it.each(['SIGTERM', 'SIGQUIT'] as const)(
  'after %s it is not ready, but serves on for a while, then ends by itself',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'tavola-web-'));
    chmodSync(folder, 0o755);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [site, edge, health] = (await freePorts(3)) as [number, number, number];
    const own = (file: string) =>
      file
        .replaceAll('/tmp/', `${folder}/`)
        .replaceAll('/etc/tavola', folder)
        .replaceAll('/srv/web', folder)
        .replaceAll('8080', String(site))
        .replaceAll('8081', String(edge))
        .replaceAll('8082', String(health));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'launch.html'), 'hello');
    writeFileSync(join(folder, 'site.conf.template'), text('../nginx/site.conf.template'));
    writeFileSync(join(folder, 'nginx.conf'), own(text('../nginx/nginx.conf')));
    writeFileSync(join(folder, 'start-nginx'), own(text('start-nginx.sh')));

    const env = { PATH: process.env.PATH, DRAIN_DELAY_MS: '2000' };
    const container = spawn('sh', [join(folder, 'start-nginx')], { env, stdio: 'ignore', detached: true });
    const ended = once(container, 'exit');
    onTestFinished(() => {
      if (container.exitCode === null) process.kill(-(container.pid as number), 'SIGKILL');
    });
    const isReady = () => status(health, '/health/ready');
    await expect.poll(isReady, { timeout: 15_000, interval: 50 }).toBe(200);
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => kept.destroy());
    expect(await status(site, '/', kept)).toBe(200);
    // What operators may ask is on a port of its own.
    expect(await status(health, '/')).toBe(404);

    const signalledAt = performance.now();
    container.kill(signal);
    await expect.poll(isReady, { timeout: 15_000, interval: 20 }).toBe(503);
    expect([await status(site, '/'), await status(site, '/', kept)]).toEqual([200, 200]);
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - signalledAt).toBeGreaterThan(2_000);
    expect(await status(site, '/')).toBe(0);
  },
);
