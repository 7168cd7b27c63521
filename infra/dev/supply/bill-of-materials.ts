import { isForeign, lockedPackages } from './lock-file.ts';
import { npm } from './npm.ts';

/** A list of what this is made of, as far as it is looked at here. */
export interface BillOfMaterials {
  bomFormat: string;
  components: {
    name: string;
    version: string;
    purl: string;
    /** `excluded` is what is for development only. */
    scope: 'required' | 'optional' | 'excluded';
    hashes?: { alg: string; content: string }[];
  }[];
}

/**
 * Every package of package-lock.json, of all workspaces: CycloneDX 1.5 in JSON.
 * @throws Error with npm's words where it can't be made.
 */
export async function billOfMaterials(): Promise<BillOfMaterials> {
  const { stdout, stderr, isGood } = await npm([
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
  ]);
  if (!isGood) throw new Error(`npm could not list the packages:\n${stderr}`);
  const bill = JSON.parse(stdout) as BillOfMaterials;
  // npm's own --omit=dev leaves out whatever a tool needs as well, such as what the services are traced with.
  const shipped = new Set(
    lockedPackages()
      .filter((one) => !isForeign(one) || !one.dev)
      .map(({ name, version }) => `${name}@${version}`),
  );
  for (const one of bill.components) if (!shipped.has(`${one.name}@${one.version}`)) one.scope = 'excluded';
  return bill;
}
