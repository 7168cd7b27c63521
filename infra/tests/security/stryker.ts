import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@tavola/local-servers/program.ts';
import ts from 'typescript';
import config from '../../../vitest.config.ts';
import type { MutatedFile } from './protections.ts';

/** Results of Stryker's changes to a file. */
interface StrykerResult {
  changes: number;
  /** Changes that no test noticed, as `ConditionalExpression at line 70`. */
  unnoticed: string[];
}

const CONFIG = 'stryker.mutations.json';
const VITEST_CONFIG = 'vitest.mutations.config.ts';
const REPORT = 'stryker-report.json';

/**
 * Lets Stryker change `target`'s file in all ways it supports, and runs the target's tests on each change. `copy` is a copy
 * of the repository; its file is unchanged at the end. String literals are not changed, since they are messages.
 * @throws Error with Stryker's output when it failed.
 */
export async function mutateFile({ file, functions, tests }: MutatedFile, copy: string): Promise<StrykerResult> {
  const text = readFileSync(join(copy, file), 'utf8');
  const ranges = functions?.map((name) => {
    const { begin, end } = placeOf(text, file, name);
    return `${file}:${begin.line}:${begin.character}-${end.line}:${end.character}`;
  });
  const vitest = {
    include: tests,
    tags: config.test?.tags,
    // Tests beside the source need no servers.
    globalSetup: tests.every((path) => path.includes('/src/')) ? [] : ['infra/tests/harness/servers.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  };
  writeFileSync(join(copy, VITEST_CONFIG), `export default ${JSON.stringify({ test: vitest })};\n`);
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: VITEST_CONFIG, related: false },
    inPlace: true,
    mutate: ranges ?? [file],
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 10,
    reporters: ['json'],
    jsonReporter: { fileName: REPORT },
  };
  writeFileSync(join(copy, CONFIG), JSON.stringify(options));
  rmSync(join(copy, REPORT), { force: true });
  const said = await stryker(copy);
  try {
    return resultOf(JSON.parse(readFileSync(join(copy, REPORT), 'utf8')) as Report);
  } catch (cause) {
    throw new Error(`Stryker has no report on ${file}: ${said}`, { cause });
  } finally {
    writeFileSync(join(copy, file), text);
  }
}

/** Runs Stryker in `copy` and returns its output. */
async function stryker(copy: string): Promise<string> {
  const program = join(copy, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const logFile = join(copy, 'stryker.log');
  rmSync(logFile, { force: true });
  await runProgram({ command: process.execPath, args: [program, 'run', CONFIG], cwd: copy, logFile });
  return readFileSync(logFile, 'utf8');
}

/** The used part of a report in the mutation-testing schema. */
export interface Report {
  files: Record<
    string,
    { mutants: { mutatorName: string; status: string; statusReason?: string; location: { start: { line: number } } }[] }
  >;
}

/** A change is noticed when a test fails, times out or can't be loaded, but not when no test covers it. */
export function resultOf({ files }: Report): StrykerResult {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const tried = mutants.filter(({ status }) => status !== 'Ignored');
  const unnoticed = tried.filter(({ status, statusReason }) => {
    // An error of the runner itself says nothing about the change.
    if (status === 'RuntimeError') return statusReason?.includes('[vitest-pool]');
    return status !== 'Killed' && status !== 'Timeout';
  });
  return {
    changes: tried.length,
    unnoticed: unnoticed.map(({ mutatorName, location }) => `${mutatorName} at line ${location.start.line}`),
  };
}

/** The position in TypeScript of the function, method, property or constant `name`: lines from 1, columns from 0. */
export function placeOf(
  text: string,
  file: string,
  name: string,
): { begin: ts.LineAndCharacter; end: ts.LineAndCharacter } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const find = (node: ts.Node): ts.Node | undefined => (nameOf(node) === name ? node : ts.forEachChild(node, find));
  const node = find(source);
  if (!node) throw new Error(`${file} has no ${name}`);
  const placeAt = (position: number) => {
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    return { line: line + 1, character };
  };
  return { begin: placeAt(node.getStart()), end: placeAt(node.getEnd()) };
}

/** The name of a node that has a name and a body or value. */
function nameOf(node: ts.Node): string | undefined {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isVariableDeclaration(node);
  return isNamed ? node.name?.getText() : undefined;
}
