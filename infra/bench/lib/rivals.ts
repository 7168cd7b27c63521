import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { freePorts, isPortTaken } from '@tavola/local-servers/ports.ts';
import { commandOrInstall, type Program, startProgram, untilReady } from '@tavola/local-servers/program.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import { createClient } from 'redis';
import { onServersCore, pinServers } from './cores.ts';

/** Reference servers, which run beside the product in the same run on the same core. */
export interface Rivals {
  /** nginx serving files: the upper bound. */
  static: { url: string; pictureUrl: string; servers: Record<string, number> };
  /** nginx, an Express gateway with http-proxy-middleware, an Express service and Redis: a simple first implementation. */
  obvious: { url: string; servers: Record<string, number> };
  /** Sets the file at `static.pictureUrl`. */
  setPicture(picture: Buffer): void;
  stop(): Promise<void>;
}

interface RivalsOptions {
  /** The folder for files, configurations and logs. */
  dir: string;
  /** The response to serve. */
  gzipped: Buffer;
  slug: string;
  /** The product's nginx.conf, for the same number of workers and connections. */
  nginxConf: string;
  say: (line: string) => void;
}

export async function startRivals({ dir, gzipped, slug, nginxConf, say }: RivalsOptions): Promise<Rivals> {
  const files = join(dir, 'files');
  mkdirSync(files, { recursive: true });
  const json = gunzipSync(gzipped);
  writeFileSync(join(files, 'menu.json'), json);
  writeFileSync(join(files, 'menu.json.gz'), gzipped);

  const running: Program[] = [];
  const start = async (name: string, port: number, command: string, args: string[], stopSignal?: NodeJS.Signals) => {
    const logFile = join(dir, `${name}.log`);
    const env = { ...process.env, NODE_ENV: 'production' };
    const program = startProgram({
      name,
      ...onServersCore(command, args),
      env,
      logFile,
      ...(stopSignal && { stopSignal }),
    });
    running.push(program);
    await untilReady(program, logFile, () => isPortTaken(port));
    return program.pid;
  };
  const node = (name: string, port: number, upstream: string) => {
    const file = fileURLToPath(new URL(`../rivals/${name}.ts`, import.meta.url));
    return start(name, port, process.execPath, ['--disable-warning=ExperimentalWarning', file, String(port), upstream]);
  };
  const nginxCommand = await commandOrInstall(['nginx'], ['nginx-light'], say);
  const nginx = (name: string, port: number, server: string) => {
    const folder = join(dir, name);
    mkdirSync(folder, { recursive: true });
    const conf = join(folder, 'nginx.conf');
    writeFileSync(conf, confOf(folder, nginxConf, `server {\n  listen 127.0.0.1:${port};\n  ${server}\n}`));
    return start(name, port, nginxCommand, ['-p', folder, '-c', conf, '-e', 'stderr', '-g', 'daemon off;'], 'SIGQUIT');
  };

  const stop = async () => {
    await Promise.all(running.map((program) => program.stop()));
  };
  try {
    const ports = await freePorts(5);
    const [staticPort, redisPort, servicePort, gatewayPort, frontPort] = ports as [
      number,
      number,
      number,
      number,
      number,
    ];
    const staticPid = await nginx(
      'static',
      staticPort,
      `root "${files}";\n  gzip_static on;\n  location = /picture.avif { gzip_static off; types { image/avif avif; } }`,
    );
    const redis = await startRedis({ role: 'cache', port: redisPort, dataDir: dir, logDir: dir, say });
    running.push(redis.program);
    pinServers([redis.program.pid]);
    const client = createClient({ url: redis.url });
    await client.connect();
    await client.set(`menu:${slug}`, json.toString());
    await client.close();
    const servicePid = await node('obvious-service', servicePort, redis.url);
    const gatewayPid = await node('obvious-gateway', gatewayPort, `http://127.0.0.1:${servicePort}`);
    const frontPid = await nginx(
      'obvious-nginx',
      frontPort,
      `gzip on;\n  gzip_proxied any;\n  gzip_types application/json;\n  location / { proxy_pass http://127.0.0.1:${gatewayPort}; proxy_http_version 1.1; proxy_set_header Connection ""; }`,
    );
    const at = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;
    return {
      static: {
        url: at(staticPort, '/menu.json'),
        pictureUrl: at(staticPort, '/picture.avif'),
        servers: { nginx: staticPid },
      },
      obvious: {
        url: at(frontPort, `/api/public/menu/${slug}`),
        servers: { nginx: frontPid, gateway: gatewayPid, service: servicePid, redis: redis.program.pid },
      },
      setPicture: (picture) => writeFileSync(join(files, 'picture.avif'), picture),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function confOf(folder: string, nginxConf: string, server: string): string {
  const theirs = readFileSync(nginxConf, 'utf8');
  const same = [/^user [^;]+;/m, /^worker_processes [^;]+;/m, /^worker_rlimit_nofile [^;]+;/m, /^events \{[^}]*\}/m];
  const lines = same.map((pattern) => pattern.exec(theirs)?.[0] ?? '').filter(Boolean);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path "${join(folder, `${kind}_temp`)}";`,
  );
  return `${lines.join('\n')}
pid "${join(folder, 'nginx.pid')}";
error_log stderr warn;
http {
  default_type application/json;
  access_log off;
  sendfile on;
  keepalive_timeout 65;
${temporary.join('\n')}
${server}
}
`;
}
