import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isForeign, type LockedPackage, lockedPackages } from './lock-file.ts';

const readJson = (path: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8'));
const paths = (packages: readonly LockedPackage[]) => packages.map(({ path }) => path);

const packages = lockedPackages();
const foreign = packages.filter(isForeign);
const workspaces = packages.filter((one) => !isForeign(one) && !one.link && one.path !== '');

const hasGoodIntegrity = ({ integrity = '', inBundle }: LockedPackage) =>
  inBundle || integrity.split(' ').every((hash) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(hash));
/** Without an address, npm uses its configured registry (`omit-lockfile-registry-resolved` in .npmrc). */
const isFromRegistry = ({ resolved }: LockedPackage) => resolved === undefined;

describe('package-lock.json', () => {
  it('says of each package which bytes it is made of', () => {
    expect(foreign.length).toBeGreaterThan(500);
    expect(paths(foreign.filter((one) => !hasGoodIntegrity(one)))).toEqual([]);
  });

  it('has nothing from anywhere but the registry and this repository', () => {
    expect(paths(foreign.filter((one) => !isFromRegistry(one)))).toEqual([]);
    const linked = packages.filter(({ link }) => link).map(({ resolved }) => resolved);
    expect(linked.toSorted()).toEqual(paths(workspaces).toSorted());
  });

  it('is of exact versions: no package.json asks for a range', () => {
    const files = ['package.json', ...workspaces.map(({ path }) => `${path}/package.json`)];
    for (const file of files) {
      const { dependencies, devDependencies, optionalDependencies } = readJson(file);
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
        expect(version, `${name} in ${file}`).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
      }
    }
  });
});
