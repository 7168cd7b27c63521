import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

// Copies only what one workspace needs to run: its own files, the workspaces it depends on, their production dependencies
// from node_modules, and any further paths given as arguments.
//
//   node infra/deploy/docker/pick-workspace.ts services/auth /app [path …]

interface Entry {
  name?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Entries of a workspace's folder that are not needed to run it. */
const LEFT_OUT = new Set(['node_modules', 'test', 'prisma', 'dist', 'dist-ssr', 'README.md']);

/** Package files that no process loads: half of all files and, in Prisma's client, other databases. */
const NEVER_LOADED = /\.map$|\.d\.[cm]?ts$|query_compiler_.*\.(mysql|sqlite|sqlserver|cockroachdb)\./;

const [workspace, target, ...also] = process.argv.slice(2) as [string, string, ...string[]];
const packages: Record<string, Entry> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
if (!packages[workspace]) throw new Error(`"${workspace}" is no workspace of package-lock.json`);

const taken = new Set<string>();
take(workspace);
for (const path of also) cpSync(path, join(target, path), { recursive: true });

/** Copies the package at `path` of the lock file and all its dependencies. */
function take(path: string): void {
  if (taken.has(path)) return;
  taken.add(path);
  const entry = packages[path] as Entry;
  if (entry.link) {
    const real = entry.resolved as string;
    mkdirSync(join(target, dirname(path)), { recursive: true });
    symlinkSync(relative(dirname(path), real), join(target, path));
    take(real);
    return;
  }
  const isInstalled = path.includes('node_modules/');
  cpSync(path, join(target, path), { recursive: true, filter: isInstalled ? isLoaded : isNeeded });
  for (const [name, isOptional] of needsOf(entry)) {
    const found = resolve(path, name);
    if (found) take(found);
    else if (!isOptional) throw new Error(`${path} needs ${name}, which is not installed`);
  }
}

/** Packages nested in a package are copied separately, if needed. */
function isLoaded(file: string): boolean {
  return !NEVER_LOADED.test(file) && basename(file) !== 'node_modules';
}

function isNeeded(file: string): boolean {
  return !LEFT_OUT.has(basename(file)) && !file.endsWith('.test.ts');
}

/** The packages that `entry` needs at run time, and whether each is optional. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Entry) {
  const needs = new Map<string, boolean>();
  for (const name of Object.keys(dependencies ?? {})) needs.set(name, false);
  for (const name of Object.keys(optionalDependencies ?? {})) needs.set(name, true);
  // An optional peer is a separate tool (the Prisma CLI), not a part of the package.
  for (const name of Object.keys(peerDependencies ?? {}))
    if (!peerDependenciesMeta?.[name]?.optional) needs.set(name, false);
  return needs;
}

/** The path to which Node resolves the package `name` from `path`: in the nearest node_modules above. */
function resolve(path: string, name: string): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    const candidate = join(folder === '.' ? '' : folder, 'node_modules', name);
    if (packages[candidate] && existsSync(candidate)) return candidate;
    if (folder === '.') return null;
  }
}
