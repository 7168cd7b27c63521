import type { TestProject } from 'vitest/node';
import { startThrowawaySite, type ThrowawaySite } from '../../../dev/local/throwaway-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    site: Omit<ThrowawaySite, 'stop'>;
  }
}

/** Starts the whole product, seeded, for tests that attack it from outside. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...site } = await startThrowawaySite('security');
  project.provide('site', site);
  return stop;
}
