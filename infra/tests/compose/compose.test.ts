import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROCESSES } from '@tavola/contracts/topology.ts';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { readCode } from '../../../services/qr/test/read-code.ts';
import { stackOf } from './compose.ts';
import { ask, openRestaurant, priceIn, type Restaurant } from './restaurant.ts';
import { type LoadResult, startLoad } from './steady-load.ts';
import { usualLoad } from './usual-load.ts';

// The product from docker-compose.yml, as in production. The tests build on one another, in order.

const { project, settings, origin, can } = inject('composeSite');
const stack = stackOf(project, settings);
/**
 * Requests per second of the load: COMPOSE_RATE, or 25. Two cores run some 25 containers here, and with each restart a process
 * that starts; with twice the load, they waited for each other longer than the services' limits (1.5 and 2 s) as soon as the
 * machine had anything else to do, and answers said so instead of showing what was lost.
 */
const RATE = Number(process.env.COMPOSE_RATE ?? 25);
/** Requests of a load that count. */
const ENOUGH = 500;
/** How often each process is restarted under load: COMPOSE_ROUNDS, or once. */
const ROUNDS = Number(process.env.COMPOSE_ROUNDS ?? 1);
/** The folder of each process's code, in its image and in the repository. */
const folderOf = (service: string) => (service === 'gateway' ? service : `services/${service.replace('-worker', '')}`);
/** Whether a service keeps restaurants' pictures. */
const keepsPictures = (service: string) => folderOf(service) === 'services/media';

let restaurant: Restaurant;
let adminToken: string;

beforeAll(async () => {
  restaurant = await openRestaurant(origin);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings;
  const session = await ask(origin, '/api/auth/login', { method: 'POST', body: { email, password } });
  adminToken = session.body.token;
});

/** The only container of a service, or its oldest. */
const first = async (service: string) => (await stack.containersOf(service))[0] as string;
const inspect = async (container: string) => JSON.parse(await stack.docker('inspect', container))[0];
const inside = (container: string, script: string) => stack.docker('exec', container, 'sh', '-c', script);

describe('an image', () => {
  it.each(PROCESSES)(
    'of %s has no tool and no other service in it, and what operators look for on it',
    async (service) => {
      const container = await first(service);
      const own = folderOf(service);
      const found = await inside(
        container,
        'cd /app && ls -d node_modules/* node_modules/@*/* services/* gateway web/* 2>/dev/null; true',
      );
      const paths = found.trim().split('\n');
      const tools = [
        'typescript',
        'vitest',
        'vite',
        'turbo',
        'prisma',
        'testcontainers',
        '@biomejs/biome',
        'dependency-cruiser',
      ];
      expect(paths.filter((path) => tools.includes(path.replace('node_modules/', '')))).toEqual([]);
      expect(paths.filter((path) => /^(services\/|gateway$)/.test(path))).toEqual([own]);
      expect(paths.filter((path) => path.startsWith('web/')).length > 0).toBe(service === 'public-menu');
      // Only its own dependencies are there: express, but not another service's library for images.
      expect(paths).toContain('node_modules/express');
      expect(paths.includes('node_modules/sharp')).toBe(['services/qr', 'services/media'].includes(own));
      const tests = await inside(
        container,
        `cd /app && find services gateway packages -name '*.test.ts' -o -name test 2>/dev/null; true`,
      );
      expect(tests).toBe('');
      expect(Number(await inside(container, 'find /app/.compiled -type f | wc -l'))).toBeGreaterThan(100);

      const { Config } = JSON.parse(await stack.docker('image', 'inspect', (await inspect(container)).Image))[0];
      expect(Config.Healthcheck.Test.slice(0, 2)).toEqual(['CMD', 'bash']);
      expect(Config.User).toBe('node');
      expect(Config.Cmd[0]).toBe('node');
      expect(Object.keys(Config.Labels)).toEqual(
        expect.arrayContaining(['org.opencontainers.image.title', 'org.opencontainers.image.version']),
      );
    },
  );
});

describe('a container', () => {
  it.each(['web', ...PROCESSES])(
    'of %s is not root, writes nowhere but to /tmp and, if it keeps them, to pictures, and may do nothing special',
    async (service) => {
      const container = await first(service);
      expect(Number(await inside(container, 'id -u'))).toBeGreaterThan(0);
      expect(
        await inside(
          container,
          'for f in / /app /etc /usr/bin /pictures; do touch $f/x 2>/dev/null && rm $f/x && echo "$f is open"; done; touch /tmp/x && echo only /tmp',
        ),
      ).toBe(`${keepsPictures(service) ? '/pictures is open\n' : ''}only /tmp\n`);
      const { HostConfig } = await inspect(container);
      expect(HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'], Privileged: false });
      expect(HostConfig.SecurityOpt).toContain('no-new-privileges:true');
      expect(HostConfig.Memory).toBeGreaterThan(0);
      // The driver json-file would fill the disk.
      expect(HostConfig.LogConfig.Type).toBe('local');
    },
  );

  it('reads its own secrets and nobody else’s; none is in its environment', async () => {
    expect(await inside(await first('auth'), 'cat /run/secrets/auth/jwt_private_key')).toContain('PRIVATE KEY');
    for (const [service, path] of [
      ['menu', 'auth/jwt_private_key'],
      ['auth', 'migrate/database_admin_url'],
      ['web', 'gateway/service_token'],
    ]) {
      expect(await inside(await first(service as string), `cat /run/secrets/${path} 2>/dev/null || echo no`)).toBe(
        'no\n',
      );
    }
    for (const service of PROCESSES) {
      const { Config } = await inspect(await first(service));
      expect(Config.Env.join('\n')).not.toMatch(/PRIVATE KEY|:\/\/[^/\s]*:[^/\s]*@|_(PASSWORD|TOKEN)=./);
    }
  });

  it('is published if it is web, and on its public port only; web finds no database', async () => {
    const published = await stack.docker(
      'ps',
      '--filter',
      `label=com.docker.compose.project=${project}`,
      '--format',
      '{{.Names}} {{.Ports}}',
    );
    const open = published.split('\n').filter((line) => line.includes('->'));
    expect(open).toEqual([expect.stringMatching(/web.*->8080\/tcp/)]);
    expect(open[0]).not.toContain('->8081');
    for (const name of ['postgres', 'redis-cache', 'redis-queue', 'menu']) {
      expect(await inside(await first('web'), `getent hosts ${name} || echo unknown`)).toBe('unknown\n');
    }
  });
});

describe('a way out of this machine', () => {
  it.each(['web', ...PROCESSES, 'postgres', 'redis-cache', 'redis-queue'])(
    'of %s is there if it needs one',
    async (service) => {
      const { NetworkSettings } = await inspect(await first(service));
      const isInternal = (network: string) => stack.docker('network', 'inspect', '-f', '{{.Internal}}', network);
      const said = await Promise.all(Object.keys(NetworkSettings.Networks).map(isInternal));
      expect(said.includes('false\n')).toBe(['web', 'gateway', 'auth'].includes(service));
    },
  );
});

describe('the journey', () => {
  it('from sign-up to a menu, its code, and a changed price that the next guest reads', async () => {
    const { slug, token, setPrice } = restaurant;
    const menu = `/api/public/menu/${slug}`;
    expect(priceIn((await ask(origin, menu)).text)).toBe(13.5);
    expect((await ask(origin, `/menu/${slug}`)).text).toContain('Tagliatelle');
    const { body: code } = await ask(origin, '/api/qr-code', { token });
    const link = await readCode(Buffer.from(code.qrCode.split(',')[1], 'base64'));
    expect(link).toMatch(new RegExp(`^${origin}/q/[a-z0-9]{8}$`));
    const { headers } = await ask(origin, new URL(link ?? '').pathname, { status: 302 });
    expect(headers.get('location')).toContain(`/menu/${slug}?c=`);
    await setPrice(14.25);
    await expect.poll(async () => priceIn((await ask(origin, menu)).text), { timeout: 20_000 }).toBe(14.25);
  });

  it('goes on to a picture, which nginx and media have from one volume', async () => {
    const { picture } = restaurant;
    const { headers } = await ask(origin, picture.file);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('cache-control')).toContain('immutable');
    expect((await stack.ask(await first('media'), 8080, picture.file)).status).toBe(200);
    await inside(await first('web'), `test -r /pictures${picture.file}`);
    // The upload itself is gone: it may hold where a photo was taken.
    const uploads = async () => inside(await first('media'), 'ls /pictures/uploads');
    await expect.poll(uploads, { timeout: 20_000 }).toBe('');
  });

  it('has a demonstration, and an admin who is the one that was asked for', async () => {
    expect((await ask(origin, '/menu/demo')).text).toContain('Trattoria');
    expect((await ask(origin, '/api/admin/stats', { token: adminToken })).body.totalTenants).toBeGreaterThan(4);
    const known = { email: 'admin@tavola.test', password: 'admin-password' };
    await ask(origin, '/api/auth/login', { method: 'POST', body: known, status: 401 });
  });
});

describe.skipIf(!can.endTls)('HTTPS', () => {
  it('is ended by tls, whose word on guests’ addresses web believes, and nobody else’s', async () => {
    const variables = ['-e', 'PUBLIC_ORIGIN=https://menu.test', '-e', 'TLS_BY=own-ca'];
    const tls = (await stack.compose('--profile', 'tls', 'run', '-d', '--no-deps', ...variables, 'tls')).trim();
    const address = `${settings.TLS_NETWORK}.2`;
    try {
      const web = await first('web');
      const read = (url: string) =>
        inside(
          web,
          `curl -sk -D - --resolve menu.test:443:${address} --resolve menu.test:80:${address} ${url} || true`,
        );
      await expect
        .poll(() => read('https://menu.test/menu/demo'), { timeout: 60_000, interval: 500 })
        .toMatch(/^HTTP\/2 200.*strict-transport-security: max-age=.*Trattoria/is);
      expect(await read('http://menu.test/menu/demo')).toMatch(
        /^HTTP\/1\.1 308.*location: https:\/\/menu\.test\/menu\/demo/is,
      );
      expect(await inside(web, 'cat /tmp/trusted-proxies.conf')).toBe(`set_real_ip_from ${address};\n`);
    } finally {
      await stack.docker('rm', '-f', tls);
    }
  });
});

describe.skipIf(!can.backUp)('a backup', () => {
  const backup = (...words: string[]) =>
    stack.compose('run', '--rm', '--no-deps', '-T', '-e', 'YES=1', 'backup', ...words);

  it('was made soon after the start, without being asked for', async () => {
    const container = await first('backup');
    await stack.untilHealthy(container);
    expect(await inside(container, 'ls /var/lib/postgresql')).toMatch(
      /pictures-\d{8}T\d{6}Z\ntavola-\d{8}T\d{6}Z\.dump/,
    );
  });

  it('brings back prices and pictures; the newest two are kept', async () => {
    const { picture, setPrice, slug } = restaurant;
    const price = async () => priceIn((await ask(origin, `/api/public/menu/${slug}`)).text);
    await setPrice(41.5);
    const [time] = (await backup('now')).match(/\d{8}T\d{6}Z/) ?? [];
    await setPrice(42.5);
    await inside(await first('media'), 'rm -r /pictures/m');
    await stack.compose('run', '--rm', '--no-deps', '-T', '-e', 'BACKUP_KEEP=2', 'backup', 'now');
    expect((await inside(await first('backup'), 'ls /var/lib/postgresql')).match(/\.dump/g)).toHaveLength(2);
    await backup('restore', time as string);
    await expect.poll(price, { timeout: 30_000 }).toBe(41.5);
    const [from, to] = [await first('backup'), await first('media')];
    expect((await stack.ask(to, 8080, picture.file)).status).toBe(404);
    const program = `docker exec ${from} bash /opt/tavola/backup.sh pictures ${time} | docker exec -i ${to} tar -C /pictures -x`;
    await promisify(execFile)('bash', ['-c', `set -o pipefail; ${program}`]);
    expect((await stack.ask(to, 8080, picture.file)).status).toBe(200);
    await inside(await first('web'), `test -r /pictures${picture.file}`);
  });

  it('that is damaged changes nothing', async () => {
    const container = await first('backup');
    const newest = (await inside(container, 'cd /var/lib/postgresql && ls tavola-*.dump | tail -n 1')).trim();
    const time = '20990101T000000Z';
    await inside(
      container,
      `cd /var/lib/postgresql && head -c $(($(stat -c %s ${newest}) * 7 / 10)) ${newest} > tavola-${time}.dump`,
    );
    await restaurant.setPrice(43.5);
    await expect(backup('restore', time)).rejects.toThrow();
    expect(priceIn((await ask(origin, `/api/public/menu/${restaurant.slug}`)).text)).toBe(43.5);
    await inside(container, `rm /var/lib/postgresql/tavola-${time}.dump`);
  });
});

describe('scaled', () => {
  const REPLICAS = {
    web: 2,
    gateway: 2,
    auth: 2,
    menu: 2,
    'public-menu': 3,
    qr: 2,
    'qr-worker': 2,
    media: 2,
    'media-worker': 2,
    analytics: 2,
    admin: 2,
  };
  /** The origin of each web container. */
  let originOf: Map<string, string>;
  /** Several, as in production: the requests of one alone are bounded, and a process that has just started is slow. */
  let restaurants: readonly [Restaurant, ...Restaurant[]];

  beforeAll(async () => {
    restaurants = [restaurant, ...(await Promise.all([1, 2, 3].map(() => openRestaurant(origin))))];
    const scale = Object.entries(REPLICAS).flatMap(([service, count]) => ['--scale', `${service}=${count}`]);
    // Docker may pick any port of a range, so the first web container has to start without a range.
    const PORT = `${settings.PORT}-${Number(settings.PORT) + 1}`;
    await stackOf(project, { ...settings, PORT }).compose('up', '-d', '--no-recreate', ...scale);
    for (const service of Object.keys(REPLICAS)) {
      for (const container of await stack.containersOf(service)) await stack.untilHealthy(container);
    }
    // By this machine's address on the container network: at localhost, Docker's proxy accepts connections that web refuses.
    const host = await stack.docker(
      'network',
      'inspect',
      '-f',
      '{{(index .IPAM.Config 0).Gateway}}',
      `${project}_edge`,
    );
    originOf = new Map();
    for (const web of await stack.containersOf('web')) {
      const [, port] = (await stack.docker('port', web, '8080')).match(/0\.0\.0\.0:(\d+)/) ?? [];
      originOf.set(web, `http://${host.trim()}:${port}`);
    }
    // New processes are slow at first, especially when all are new, so they warm up before measuring.
    const warmUp = startLoad([...originOf.values()], await everything(), RATE);
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    await warmUp.stop();
  }, 600_000);

  const everything = () => usualLoad(origin, restaurants, adminToken);

  let load: ReturnType<typeof startLoad> | undefined;
  afterEach(async () => {
    await load?.stop();
    load = undefined;
  });

  /** Stops the load, reports its results and returns them. */
  const finish = async (during: string): Promise<LoadResult> => {
    const result = await (load as ReturnType<typeof startLoad>).stop();
    load = undefined;
    const { sent, failures, slowestMs, slowest } = result;
    const longest = `${slowestMs.toFixed(0)} ms at most (${slowest})`;
    console.log(`${during}: ${sent} requests at ${RATE}/s, ${failures.length} failed, ${longest}`);
    console.log(failures.slice(0, 20).join('\n'));
    return result;
  };

  /** Number of requests that a process has answered since its start. */
  const answered = async (container: string): Promise<number> => {
    const { text } = await stack.ask(container, 9464, '/metrics');
    const counts = [...text.matchAll(/^tavola_http_request_duration_seconds_count\{.*\} (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it('every replica has its share of the requests', async () => {
    const services = Object.keys(REPLICAS).filter((service) => service !== 'web' && !service.endsWith('-worker'));
    const count = async () => {
      const shares: [string, number][] = [];
      for (const service of services) {
        for (const container of await stack.containersOf(service))
          shares.push([`${service} ${container}`, await answered(container)]);
      }
      return new Map(shares);
    };
    const before = await count();
    load = startLoad([...originOf.values()], await everything(), RATE);
    await expect.poll(() => load?.sent(), { timeout: 60_000 }).toBeGreaterThan(2 * ENOUGH);
    expect((await finish('all replicas')).failures).toEqual([]);
    const after = await count();
    for (const service of services) {
      const shares = [...after]
        .filter(([name]) => name.startsWith(`${service} `))
        .map(([name, total]) => total - (before.get(name) ?? 0));
      const fair = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      expect([service, Math.min(...shares)]).toEqual([service, expect.toSatisfy((least: number) => least > fair / 3)]);
    }
  });

  it('every replica hears of a change, and every web is told', async () => {
    const path = `/api/public/menu/${restaurant.slug}`;
    const places = (await stack.containersOf('public-menu')).map(
      (container) => async () => (await stack.ask(container, 8080, path)).text,
    );
    const edges = [...originOf.values()].map((at) => async () => (await ask(at, path)).text);
    for (const read of [...places, ...edges]) await read();
    await restaurant.setPrice(77.5);
    for (const read of [...places, ...edges]) {
      await expect.poll(async () => priceIn(await read()), { timeout: 20_000, interval: 50 }).toBe(77.5);
    }
    // Every public-menu has resolved both web containers from their shared name.
    for (const container of await stack.containersOf('public-menu')) {
      const addresses = await inside(container, 'getent ahostsv4 web | cut -d " " -f 1 | sort -u | wc -l');
      expect(Number(addresses)).toBe(2);
    }
  });

  /** Whether a web container wants requests. */
  const isReady = (web: string) =>
    inside(web, 'curl -sf http://127.0.0.1:8082/health/ready').then(
      () => true,
      () => false,
    );

  const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
  it.each(rounds.flatMap((round) => Object.keys(REPLICAS).map((service) => ({ service, round }))))(
    'a restart of $service, one replica after another under load, loses none (round $round)',
    // On a busy machine a response can take longer than the services' timeout (2 s). A test that fails twice is broken; one that
    // fails once is reported above.
    { retry: 1 },
    async ({ service }) => {
      load = startLoad([...originOf.values()], await everything(), RATE);
      for (const container of await stack.containersOf(service)) {
        const restarted = stack.docker('restart', '-t', '40', container);
        // A load balancer in front of several web containers skips one that is not ready; other services need no such help.
        if (service === 'web')
          await expect.poll(() => isReady(container), { timeout: 20_000, interval: 250 }).toBe(false);
        await load.use([...originOf].flatMap(([web, at]) => (web === container ? [] : [at])));
        await restarted;
        await stack.untilHealthy(container);
        await load.use([...originOf.values()]);
      }
      await expect.poll(() => load?.sent(), { timeout: 60_000 }).toBeGreaterThan(ENOUGH);
      expect((await finish(`a restart of ${service}`)).failures).toEqual([]);
    },
  );
});

describe('without', () => {
  const menus = async () => {
    for (let count = 0; count < 10; count += 1) await ask(origin, `/api/public/menu/${restaurant.slug}`);
    await ask(origin, `/menu/${restaurant.slug}`);
  };
  /** Stops a store while `act` runs, then waits until the product has reconnected to it. */
  const without = async (store: string, act: () => Promise<void>) => {
    await menus();
    await stack.compose('stop', store);
    try {
      await act();
    } finally {
      await stack.compose('start', store);
    }
    await stack.untilHealthy(await first(store));
    const isWhole = async () => {
      await restaurant.setPrice(21);
      await ask(origin, '/api/dashboard/stats', { token: restaurant.token });
      await ask(origin, '/api/qr-codes', { token: restaurant.token });
      return priceIn((await ask(origin, `/api/public/menu/${restaurant.slug}`)).text);
    };
    await expect.poll(() => isWhole().catch(String), { timeout: 60_000, interval: 500 }).toBe(21);
  };

  it('the cache, menus are served and changes show', async () => {
    await without('redis-cache', async () => {
      await menus();
      await restaurant.setPrice(31.5);
      const price = async () => priceIn((await ask(origin, `/api/public/menu/${restaurant.slug}`)).text);
      await expect.poll(price, { timeout: 20_000 }).toBe(31.5);
    });
  });

  it('the queue, menus are served and owners can work', async () => {
    await without('redis-queue', async () => {
      await menus();
      await restaurant.setPrice(32.5);
      await ask(origin, '/api/qr-code', { token: restaurant.token });
    });
  });

  it('the database, menus are served and owners are told to try again', async () => {
    await without('postgres', async () => {
      await menus();
      const { token } = restaurant;
      for (const path of ['/api/categories', '/api/tenant', '/api/dashboard/stats']) {
        const { headers } = await ask(origin, path, { token, status: 503 });
        expect(headers.get('content-type')).toContain('application/problem+json');
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await menus();
    });
  });
});
