import type { TestProject } from 'vitest/node';
import { startThrowawaySite, type ThrowawaySite } from '../../dev/local/throwaway-site.ts';
import { sharedByProjects } from './shared.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    site: Omit<ThrowawaySite, 'stop'>;
    /** The whole product's origin, as nginx serves it. */
    origin: string;
    /** The folder of its data and logs, and of its list of processes. */
    home: string;
  }
}

/** Starts the whole product once, with seed data, for all test files of all projects that use it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...site } = await sharedByProjects('site', () => startThrowawaySite('site'));
  project.provide('site', site);
  project.provide('origin', site.origin);
  project.provide('home', site.home);
  return stop;
}
