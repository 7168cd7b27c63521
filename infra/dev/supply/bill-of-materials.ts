import { folderOf, isForeign, lockedPackages } from './lock-file.ts';
import { npm } from './npm.ts';

/** The used part of a CycloneDX bill of materials. */
interface BillOfMaterials {
  bomFormat: string;
  components: {
    name: string;
    version: string;
    purl: string;
    /** `excluded` marks development dependencies. */
    scope: 'required' | 'optional' | 'excluded';
    hashes?: { alg: string; content: string }[];
  }[];
}

/**
 * Every package of package-lock.json, for all workspaces: CycloneDX 1.5 in JSON.
 * @throws Error with npm's output when npm fails.
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
  // npm's own --omit=dev also omits packages that a development tool needs too, such as the services' tracing.
  const shipped = new Set(
    lockedPackages()
      .filter((one) => !isForeign(one) || !one.dev)
      // npm lists an alias by its folder or by the package's name.
      .flatMap(({ path, name, version }) => [`${name}@${version}`, `${folderOf(path)}@${version}`]),
  );
  for (const one of bill.components) if (!shipped.has(`${one.name}@${one.version}`)) one.scope = 'excluded';
  return bill;
}
