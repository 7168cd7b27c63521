import { type Bench, type Finding, menuPath, probe, probeFrom } from '../lib/bench.ts';
import { contest, figuresTable } from '../lib/contest.ts';

/** A menu from public-menu's memory, requested directly, compared with nginx. */
export async function memory(bench: Bench): Promise<Finding> {
  const { rivals } = bench;
  const url = bench.urlOf('public-menu') + menuPath(bench.demo.slug);
  const { bytes } = await probeFrom('memory', url);
  const figures = await contest(bench, [
    {
      name: 'nginx, the same bytes as a file',
      servers: rivals.static.servers,
      load: { url: rivals.static.url },
      bytes: (await probe(rivals.static.url)).bytes,
    },
    { name: 'public-menu', servers: bench.servers('public-menu'), load: { url }, bytes },
  ]);
  const ratio = figures[1]?.ratio ?? 0;
  return {
    title: 'Hit in memory',
    goals: [
      {
        what: 'public-menu asked directly, from memory, lease on',
        goal: '≥ 0.80 of nginx static',
        measured: ratio.toFixed(2),
        isMet: ratio >= 0.8,
        whyMissed: "most of it is Node's HTTP server; the rest is finding the menu and checking lease and ETag",
      },
    ],
    parts: [figuresTable(figures, 'nginx static')],
  };
}
