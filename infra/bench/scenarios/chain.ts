import { type Bench, type Finding, menuPath, probe, probeFrom } from '../lib/bench.ts';
import { contest, figuresTable } from '../lib/contest.ts';
import { startUncachedEdge } from '../lib/uncached-edge.ts';

/** The whole chain without the edge's cache, compared with a simple first implementation. */
export async function chain(bench: Bench): Promise<Finding> {
  const { rivals } = bench;
  const edge = await startUncachedEdge(bench);
  try {
    const url = edge.origin + menuPath(bench.demo.slug);
    const { bytes } = await probeFrom('memory', url);
    const figures = await contest(bench, [
      {
        name: 'nginx, the same bytes as a file',
        servers: rivals.static.servers,
        load: { url: rivals.static.url },
        bytes: (await probe(rivals.static.url)).bytes,
      },
      {
        name: 'nginx → gateway → public-menu',
        servers: { nginx: edge.pid, ...bench.servers('gateway', 'public-menu') },
        load: { url },
        bytes,
      },
      {
        name: 'the obvious chain',
        servers: rivals.obvious.servers,
        load: { url: rivals.obvious.url },
        bytes: (await probe(rivals.obvious.url)).bytes,
      },
    ]);
    const [, ours, obvious] = figures;
    const ratio = ours?.ratio ?? 0;
    const times = (ours?.ratio ?? 0) / (obvious?.ratio ?? 1);
    return {
      title: 'The whole chain, edge bypassed',
      goals: [
        {
          what: 'Whole chain with the edge bypassed',
          goal: '≥ 0.19 of nginx static',
          measured: ratio.toFixed(2),
          isMet: ratio >= 0.19,
          whyMissed: 'nginx, gateway and public-menu share one core, and each reads and writes every request',
        },
        {
          what: 'The same, beside the obvious chain',
          goal: '≥ 6 ×',
          measured: `${times.toFixed(1)} ×`,
          isMet: times >= 6,
          whyMissed: 'for the same reason',
        },
      ],
      parts: [
        "The site's nginx once more with its cache left out of the configuration (on the private listener each answer would be written into the cache, which no diner's request does). The obvious chain: nginx with `gzip on`, an Express gateway with `createProxyMiddleware({ target, changeOrigin: true, xfwd: true })`, an Express service that answers `res.json(JSON.parse(await redis.get(key)))`.",
        figuresTable(figures, 'nginx static'),
      ],
    };
  } finally {
    await edge.stop();
  }
}
