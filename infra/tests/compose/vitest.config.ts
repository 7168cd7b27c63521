import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Apart from the other tests: these need a Docker engine, and the machine to themselves.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../../', import.meta.url)),
    name: 'compose',
    include: ['infra/tests/compose/**/*.test.ts'],
    globalSetup: ['infra/tests/compose/setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // What a test leaves behind is where the next one begins.
    fileParallelism: false,
    sequence: { concurrent: false },
  },
});
