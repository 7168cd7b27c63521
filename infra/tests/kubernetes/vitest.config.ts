import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Separate from the other tests: these need a cluster.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../../', import.meta.url)),
    name: 'kubernetes',
    include: ['infra/tests/kubernetes/**/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Each test continues from the state that the previous one left.
    fileParallelism: false,
    sequence: { concurrent: false },
    bail: 1,
  },
});
