import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Vitest's own second is too short for a busy machine.
const patient = { poll: { timeout: 15_000 } };

const inBrowser = {
  expect: patient,
  globalSetup: ['infra/tests/harness/site.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // A browser on a busy machine can miss a moment. What fails twice is broken; what fails once is named in the report.
  retry: 1,
};

const onServers = {
  expect: patient,
  globalSetup: ['infra/tests/harness/servers.ts'],
  execArgv: ['--disable-warning=ExperimentalWarning'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Files run in one process after another: loading a service's modules costs more than most of its tests.
  isolate: false,
};

/** Tests that replace a module, which a process has loaded already, or the clock, which what other files left behind uses, too. */
const ISOLATED = [
  'infra/tests/security/{interleaved,login-storm}.test.ts',
  'services/public-menu/test/{race,redis-model}.test.ts',
];

/** Files that take minutes: they begin first, since what begins last runs alone in the end. */
const LONG = [
  'infra/tests/integration/limits.test.ts',
  'infra/tests/integration/nothing-left.test.ts',
  'services/admin/test/export.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Tests in the browser and of outages wait half of their time: one more worker than cores keeps all of them busy.
    maxWorkers: availableParallelism() + 1,
    tags: [
      { name: 'full', description: 'Not in npm test: takes long, or needs what is rarely broken to be away.' },
      { name: 'sized', description: 'In npm test with small sizes, and in the rest of a full run with large ones.' },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{services,packages}/*/src/**/*.test.ts',
            'gateway/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'infra/{deploy/docker,deploy/kubernetes,dev/evaluate-import,dev/local,dev/supply,tests/docs}/**/*.test.ts',
          ],
          // Nothing here keeps anything outside of its own file.
          isolate: false,
          // A test that computes much is slow on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        // React as it is shipped: a third less work than its development build.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'web',
          env: { NODE_ENV: 'production' },
          include: ['web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['web/src/test/setup.ts'],
          // The application's modules are loaded once for each worker; the set-up puts back what a test changed.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'service',
          include: [
            '{services,packages}/*/test/**/*.test.ts',
            'gateway/test/**/*.test.ts',
            'infra/{deploy/backup,deploy/migrate,dev/seed,tests/integration}/**/*.test.ts',
          ],
          exclude: ISOLATED,
          ...onServers,
        },
      },
      {
        test: {
          name: 'security',
          include: ['infra/tests/security/**/*.test.ts'],
          exclude: ['infra/tests/security/site/**', ...ISOLATED],
          ...onServers,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'isolated',
          include: ISOLATED,
          ...onServers,
          hookTimeout: 120_000,
          isolate: true,
        },
      },
      {
        test: {
          name: 'security-site',
          expect: patient,
          isolate: false,
          include: ['infra/tests/security/site/**/*.test.ts'],
          globalSetup: ['infra/tests/harness/site.ts'],
          execArgv: ['--disable-warning=ExperimentalWarning'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          expect: patient,
          include: ['infra/tests/faults/**/*.test.ts'],
          // After all others: it is about time, too. Two sites leave the machine mostly idle, since faults are waited for.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          execArgv: ['--disable-warning=ExperimentalWarning'],
          testTimeout: 420_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['infra/tests/e2e/**/*.test.ts'],
          ...inBrowser,
          // The files of a worker share its Chromium.
          isolate: false,
        },
      },
    ],
  },
});
