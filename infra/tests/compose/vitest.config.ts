import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Separate from the other tests: these need a Docker engine and an otherwise idle machine.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../../', import.meta.url)),
    name: 'compose',
    include: ['infra/tests/compose/**/*.test.ts'],
    globalSetup: ['infra/tests/compose/setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // Each test continues from the state that the previous one left.
    fileParallelism: false,
    sequence: { concurrent: false },
  },
});
