import { expect, it } from 'vitest';
import { billOfMaterials } from './bill-of-materials.ts';
import { folderOf, isForeign, lockedPackages } from './lock-file.ts';

// @module-tag full

it('names every package with its version and its hash, and which of them are for development only', async () => {
  const { bomFormat, components } = await billOfMaterials();
  expect(bomFormat).toBe('CycloneDX');
  const byName = new Map(components.map((one) => [`${one.name}@${one.version}`, one]));
  const foreign = lockedPackages().filter(isForeign);
  expect(foreign.length).toBeGreaterThan(500);
  for (const { path, name, version, integrity, dev } of foreign) {
    // npm lists an alias by its folder or by the package's name.
    const one = byName.get(`${name}@${version}`) ?? byName.get(`${folderOf(path)}@${version}`);
    expect(one?.purl, name).toContain(`@${version}`);
    if (!dev) expect(one?.scope, name).not.toBe('excluded');
    if (!integrity) continue;
    const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
    expect(one?.hashes, name).toContainEqual({ alg: 'SHA-512', content });
  }
  expect(components.filter(({ scope }) => scope === 'excluded').length).toBeGreaterThan(50);
}, 60_000);
