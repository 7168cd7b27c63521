import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, type Finding, NotAvailable, startBench } from './lib/bench.ts';
import { hasCores } from './lib/cores.ts';
import { aroundReport, table, whenAndWhere, writeReport } from './lib/report.ts';
import { chain } from './scenarios/chain.ts';
import { cold } from './scenarios/cold.ts';
import { edge } from './scenarios/edge.ts';
import { memory } from './scenarios/memory.ts';
import { neverOld } from './scenarios/never-old.ts';
import { ownerRead } from './scenarios/owner-read.ts';
import { propagation } from './scenarios/propagation.ts';
import { push } from './scenarios/push.ts';
import { turns } from './scenarios/turns.ts';

// npm run bench: compares the public menu with a static file and a simple stack. Goals go into docs/performance.md.

const SCENARIOS: Record<string, (bench: Bench) => Promise<Finding>> = {
  edge,
  memory,
  chain,
  cold,
  'owner-read': ownerRead,
  propagation,
  'never-old': neverOld,
  turns,
  push,
};

const USAGE = `npm run bench                            everything; the goals into docs/performance.md
npm run bench -- --only edge,memory      some of it, printed only: ${Object.keys(SCENARIOS).join(', ')}
npm run bench -- --rounds 5              medians of so many rounds (3)
npm run bench -- --quick                 a short look, printed only`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const isQuick = values.quick;
const rounds = Number(values.rounds ?? (isQuick ? 1 : 3));
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds must be a whole number from 1, not ${rounds}.`);
const names = values.only?.split(',') ?? Object.keys(SCENARIOS);
const unknown = names.find((name) => !Object.hasOwn(SCENARIOS, name));
if (unknown !== undefined) throw new Error(`There is no scenario "${unknown}".\n\n${USAGE}`);

const isWritten = !values.only && !isQuick;
if (isWritten) aroundReport('bench');

const startedAt = performance.now();
const say = (line: string) => console.log(`  ${line}`);
// Other load on the machine distorts the results, so the report states the load average.
const busy = loadavg()[0] as number;
const bench = await startBench({ rounds, seconds: isQuick ? 1 : 3, isQuick, say });
const findings: Finding[] = [];
const failures: string[] = [];
try {
  for (const name of names) {
    const began = performance.now();
    const finding = await found(name);
    findings.push(finding);
    console.log(`\n${text(finding)}\n\n  (${name}: ${((performance.now() - began) / 1000).toFixed(0)} s)`);
  }
} finally {
  await bench.stop();
}
console.log(`\n${goals()}\n\n${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes.`);
if (failures.length > 0) console.error(`\nFailed, so nothing was written:\n${failures.join('\n')}`);
else if (isWritten) writeReport('bench', [head(), goals()]);
process.exit(failures.length > 0 ? 1 : 0);

/** Runs the scenario. One that can't be measured here says so; one that fails, fails the run. */
async function found(name: string): Promise<Finding> {
  try {
    return await (SCENARIOS[name] as (bench: Bench) => Promise<Finding>)(bench);
  } catch (error) {
    const { message, stack } = error as Error;
    if (error instanceof NotAvailable) return { title: name, goals: [], parts: [`Not available: ${message}.`] };
    failures.push(`${name}: ${stack}`);
    // After a signal they are gone.
    if (existsSync(bench.stack.logDir)) failures.push(`The services' logs: ${keptLogs()}`);
    return { title: name, goals: [], parts: [`Failed: ${message}`] };
  }
}

/** Copies the services' logs to where they outlive the run; returns the folder. */
function keptLogs(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tavola-bench-logs-'));
  cpSync(bench.stack.logDir, folder, { recursive: true });
  return folder;
}

function text({ title, parts }: Finding): string {
  return [`### ${title}`, ...parts].join('\n\n');
}

function goals(): string {
  const rows = findings.flatMap((finding) => finding.goals);
  return table(
    ['Goal', 'wanted', 'measured', ''],
    rows.map(({ what, goal, measured, isMet, whyMissed }) => [
      what,
      goal,
      measured,
      isMet ? 'met' : `missed: ${whyMissed ?? 'not explained yet'}`,
    ]),
  );
}

function head(): string {
  const cores = hasCores
    ? 'Servers share one core, the load has another.'
    : 'Servers and load share all cores: nothing to pin them with.';
  return `Made by \`npm run bench\` ${whenAndWhere()}, whose load was ${busy.toFixed(1)} before; Node ${process.versions.node}. ${cores} Medians of ${rounds} rounds in which all alternate; closed loops are \`wrk -t1 -c64\`. Only the ratios travel.`;
}
