import type { TestProject } from 'vitest/node';
import { startThrowawaySite, type ThrowawaySite } from '../../dev/local/throwaway-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    site: Omit<ThrowawaySite, 'stop'>;
    /** Where the whole product answers, as nginx serves it. */
    origin: string;
    /** Where its data and logs are, and which processes are its. */
    home: string;
  }
}

/** Starts the whole product, seeded, for all test files of a project. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...site } = await startThrowawaySite(project.name);
  project.provide('site', site);
  project.provide('origin', site.origin);
  project.provide('home', site.home);
  return stop;
}
