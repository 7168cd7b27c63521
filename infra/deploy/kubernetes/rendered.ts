import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { kubectl } from './kubectl.ts';
import { makeLocalSecrets } from './make-local-secrets.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));

/** The overlays, each a whole installation. */
export const OVERLAYS = ['local', 'production', 'production-gateway'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** The fields of every Kubernetes object. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
}

/** Every object of `overlay`, as `kubectl apply -k` would send it, with generated secrets. */
export async function rendered(overlay: Overlay): Promise<Manifest[]> {
  const copy = mkdtempSync(join(tmpdir(), 'tavola-kubernetes-'));
  try {
    for (const folder of ['base', 'overlays']) cpSync(join(here, folder), join(copy, folder), { recursive: true });
    makeLocalSecrets(join(copy, 'overlays', 'local', 'secrets'));
    const { stdout } = await run(await kubectl(), ['kustomize', join(copy, 'overlays', overlay)]);
    return documents(stdout).map(withPlainData);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** kustomize wraps base64 into lines, which Kubernetes accepts but its schema does not. */
function withPlainData(manifest: Manifest & { data?: Record<string, string> }): Manifest {
  const { kind, data } = manifest;
  if (kind === 'Secret' && data) for (const key in data) data[key] = (data[key] as string).replaceAll('\n', '');
  return manifest;
}

/** Parses the objects in a text of YAML documents. */
export const documents = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });
