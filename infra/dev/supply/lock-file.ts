import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A package in package-lock.json. */
export interface LockedPackage {
  /** Its path, as in `node_modules/express`; a workspace's is its folder, the repository's own is empty. */
  path: string;
  /** As in `express`. */
  name: string;
  version?: string;
  license?: string;
  integrity?: string;
  /** Its source; absent (`omit-lockfile-registry-resolved`) when it is npm's configured registry. */
  resolved?: string;
  /** A workspace that node_modules points to. */
  link?: boolean;
  /** It is bundled in another package, whose integrity hash covers it. */
  inBundle?: boolean;
  /** Only needed for development. */
  dev?: boolean;
}

const NODE_MODULES = 'node_modules/';

/** Without `name`, the path ends with the name. */
type Entry = Omit<LockedPackage, 'path' | 'name'> & { name?: string };

/** Every package of package-lock.json, including the repository and its workspaces. */
export function lockedPackages(): LockedPackage[] {
  const file = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
  return Object.entries(packages).map(([path, entry]) => ({
    name: folderOf(path),
    ...entry,
    path,
  }));
}

/** The end of a package's path: its name, or an alias. */
const folderOf = (path: string): string => path.split(NODE_MODULES).at(-1) ?? '';

/** Whether it is third-party: it is inside node_modules and is no workspace. */
export const isForeign = ({ path, link }: LockedPackage): boolean => path.includes(NODE_MODULES) && !link;
