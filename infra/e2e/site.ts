import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tavola/local-servers/ports.ts';
import type { TestProject } from 'vitest/node';
import { startStack } from '../local/stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the whole product answers, as nginx serves it. */
    origin: string;
  }
}

/** Starts the whole product, seeded, for the tests in the browser. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'tavola-e2e-'));
  const [port] = (await freePorts(1)) as [number];
  const stack = await startStack({ home, port, isThrowaway: true, say: (line) => console.log(`  ${line}`) });
  project.provide('origin', stack.origin);
  return async () => {
    await stack.stop();
    rmSync(home, { recursive: true, force: true });
  };
}
