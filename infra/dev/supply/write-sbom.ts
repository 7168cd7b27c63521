import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './bill-of-materials.ts';

// npm run sbom [-- --to FILE]: writes the bill of materials, as CycloneDX.

const { values } = parseArgs({ options: { to: { type: 'string', default: '.tavola/sbom.json' } } });
const bill = await billOfMaterials();
const file = resolve(values.to);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${bill.components.length} packages in ${file}`);
