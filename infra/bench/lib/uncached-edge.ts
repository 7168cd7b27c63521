import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePorts, isPortTaken } from '@tavola/local-servers/ports.ts';
import { commandOrInstall, startProgram, untilReady } from '@tavola/local-servers/program.ts';
import type { Bench } from './bench.ts';
import { onServersCore } from './cores.ts';

/** A second nginx with the site's configuration but without the cache; every request goes to the gateway. */
export async function startUncachedEdge({ nginxConf, dir, say }: Bench) {
  const [port, edgePort] = (await freePorts(2)) as [number, number];
  const folder = join(dir, 'uncached-edge');
  mkdirSync(folder, { recursive: true });
  const theirs = readFileSync(nginxConf, 'utf8').replaceAll(dirname(nginxConf), folder);
  const [listen, uncached] = [/^ *listen [^;]+;$/gm, /^ *proxy_cache(_path)? (?!off)[^;]+;$/gm];
  if (!uncached.test(theirs)) throw new Error('nginx.conf keeps nothing in a cache.');
  const ports = [`127.0.0.1:${port}`, `127.0.0.1:${edgePort}`];
  const conf = join(folder, 'nginx.conf');
  writeFileSync(
    conf,
    theirs.replace(uncached, '').replace(listen, () => `listen ${ports.shift()};`),
  );
  const logFile = join(dir, 'uncached-edge.log');
  const program = startProgram({
    name: 'nginx',
    ...onServersCore(await commandOrInstall(['nginx'], ['nginx-light'], say), [
      ...['-p', folder, '-c', conf, '-e', 'stderr', '-g', 'daemon off;'],
    ]),
    logFile,
    stopSignal: 'SIGQUIT',
  });
  await untilReady(program, logFile, () => isPortTaken(port));
  return { origin: `http://127.0.0.1:${port}`, pid: program.pid, stop: () => program.stop() };
}
