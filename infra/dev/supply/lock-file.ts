import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A package as package-lock.json has it. */
export interface LockedPackage {
  /** Where it lies, as in `node_modules/express`; a workspace's is its folder, the repository's own is empty. */
  path: string;
  /** As in `express`. */
  name: string;
  version?: string;
  license?: string;
  integrity?: string;
  /** Where it was got; left out (`omit-lockfile-registry-resolved`) where that is the registry npm is set up with. */
  resolved?: string;
  /** A workspace that node_modules points to. */
  link?: boolean;
  /** It came inside another package, whose integrity covers it. */
  inBundle?: boolean;
  /** Nothing needs it outside of development. */
  dev?: boolean;
}

const NODE_MODULES = 'node_modules/';

/** Where the name is not said, the path ends with it. */
type Entry = Omit<LockedPackage, 'path' | 'name'> & { name?: string };

/** Every package of package-lock.json, the repository and its workspaces included. */
export function lockedPackages(): LockedPackage[] {
  const file = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
  return Object.entries(packages).map(([path, entry]) => ({
    name: path.split(NODE_MODULES).at(-1) ?? '',
    ...entry,
    path,
  }));
}

/** Whether somebody else made it: it lies in some node_modules and is no workspace. */
export const isForeign = ({ path, link }: LockedPackage): boolean => path.includes(NODE_MODULES) && !link;
