import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPortTaken } from '@tavola/local-servers/ports.ts';
import { commandOrInstall, type Program, startProgram, untilReady } from '@tavola/local-servers/program.ts';

const template = fileURLToPath(new URL('../../deploy/nginx/site.conf.template', import.meta.url));

export interface NginxOptions {
  port: number;
  /** The port of the private listener, on which menus are replaced in the cache. */
  edgePort: number;
  webRoot: string;
  /** host:port of the gateway. */
  gateway: string;
  /** Where its configuration and temporary files go. */
  dir: string;
  logDir: string;
  say: (line: string) => void;
}

/** Starts nginx with the site's configuration, in the foreground of a process group of its own. */
export async function startNginx(options: NginxOptions): Promise<Program> {
  const { port, edgePort, webRoot, gateway, dir, logDir, say } = options;
  const command = await commandOrInstall(['nginx'], ['nginx-light'], say);
  mkdirSync(dir, { recursive: true });
  const site = fill(readFileSync(template, 'utf8'), {
    LISTEN: String(port),
    EDGE_LISTEN: `127.0.0.1:${edgePort}`,
    EDGE_PORT: String(edgePort),
    WEB_ROOT: webRoot,
    CACHE_DIR: join(dir, 'menus'),
    CACHE_SIZE: '4g',
    GATEWAY_SERVER: gateway,
    GATEWAY_TARGET: 'gateway',
    // Never asked: the gateway is given by address here.
    RESOLVER: '127.0.0.1',
  });
  const conf = join(dir, 'nginx.conf');
  writeFileSync(conf, mainConf(site, dir));
  const logFile = join(logDir, 'nginx.log');
  const program = startProgram({
    name: 'nginx',
    command,
    args: ['-p', dir, '-c', conf, '-e', 'stderr', '-g', 'daemon off;'],
    logFile,
    stopSignal: 'SIGQUIT',
  });
  await untilReady(program, logFile, () => isPortTaken(port));
  return program;
}

/** `text` with each `${NAME}` replaced, as the nginx image does it; nginx's own variables have no braces here. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function mainConf(site: string, dir: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(dir, `${kind}_temp`)};`,
  );
  // As root the workers stay root too: the project may lie where another account can't read.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}worker_processes 2;
pid ${join(dir, 'nginx.pid')};
error_log stderr warn;
worker_rlimit_nofile 65536;
events { worker_connections 16384; }
http {
  ${mimeTypes}
  default_type application/octet-stream;
  access_log off;
  sendfile on;
  keepalive_timeout 65;
${temporary.join('\n')}
${site}
}
`;
}

// Written out: where the system keeps its own list differs from system to system.
const mimeTypes = `types {
    text/html html;
    text/css css;
    application/javascript js mjs;
    application/json json map;
    application/manifest+json webmanifest;
    image/svg+xml svg;
    image/png png;
    image/jpeg jpg jpeg;
    image/webp webp;
    image/x-icon ico;
    font/woff2 woff2;
    text/plain txt;
    application/xml xml;
  }`;
