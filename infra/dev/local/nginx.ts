import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPortTaken } from '@tavola/local-servers/ports.ts';
import { commandOrInstall, type Program, startProgram, untilReady } from '@tavola/local-servers/program.ts';

const template = fileURLToPath(new URL('../../deploy/nginx/site.conf.template', import.meta.url));

interface NginxOptions {
  port: number;
  /** The port of the private listener, through which cached menus are replaced. */
  edgePort: number;
  webRoot: string;
  /** Where restaurants' pictures are kept. */
  picturesDir: string;
  /** The site's address in browsers; by default this nginx's. */
  publicOrigin?: string;
  /** The gateway's host:port. */
  gateway: string;
  /** public-menu's host:port. */
  publicMenu: string;
  /** The folder for its configuration and temporary files. */
  dir: string;
  logDir: string;
  /** Factor on what one address may have open at once; 1 by default. */
  rateLimitFactor?: number;
  say: (line: string) => void;
}

/** Starts nginx with the site's configuration, in the foreground, in its own process group. */
export async function startNginx(options: NginxOptions): Promise<Program> {
  const { port, edgePort, webRoot, picturesDir, gateway, publicMenu, dir, logDir, rateLimitFactor = 1, say } = options;
  const { publicOrigin = `http://localhost:${port}` } = options;
  const command = await commandOrInstall(['nginx'], ['nginx-light'], say);
  mkdirSync(dir, { recursive: true });
  const site = fill(withFactor(readFileSync(template, 'utf8'), rateLimitFactor), {
    LISTEN: String(port),
    EDGE_LISTEN: `127.0.0.1:${edgePort}`,
    EDGE_PORT: String(edgePort),
    WEB_ROOT: webRoot,
    PUBLIC_ORIGIN: publicOrigin,
    PICTURES_DIR: picturesDir,
    CACHE_DIR: join(dir, 'menus'),
    CACHE_SIZE: '4g',
    GATEWAY_SERVER: gateway,
    GATEWAY_TARGET: 'gateway',
    MENU_SERVER: publicMenu,
    MENU_TARGET: 'menus',
    // Not used: both are given by IP address here.
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

/** Replaces each `${NAME}` in `text`, as the nginx image does. nginx's own variables have no braces here. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The most that nginx accepts for limit_conn. */
const CONNECTIONS_MAX = 65_535;

/** Multiplies what one address may have open at once, as the nginx image does. */
function withFactor(text: string, factor: number): string {
  return text.replace(
    /(limit_conn \w+) (\d+);/g,
    (_, limit, count) => `${limit} ${Math.min(CONNECTIONS_MAX, count * factor)};`,
  );
}

function mainConf(site: string, dir: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path "${join(dir, `${kind}_temp`)}";`,
  );
  // Under root, the workers stay root too: another account may not be able to read the project's folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}worker_processes 2;
pid "${join(dir, 'nginx.pid')}";
error_log stderr warn;
worker_rlimit_nofile 65536;
pcre_jit on;
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

// Listed here because the path of the system's own list varies.
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
    image/avif avif;
    image/x-icon ico;
    font/woff2 woff2;
    text/plain txt;
    application/xml xml;
  }`;
