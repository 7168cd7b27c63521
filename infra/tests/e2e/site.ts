import type { TestProject } from 'vitest/node';
import { startThrowawaySite } from '../../dev/local/throwaway-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the whole product answers, as nginx serves it. */
    origin: string;
    /** Where its data and logs are, and which processes are its. */
    home: string;
  }
}

/** Starts the whole product, seeded, for the tests in the browser. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const site = await startThrowawaySite('e2e');
  project.provide('origin', site.origin);
  project.provide('home', site.home);
  return site.stop;
}
