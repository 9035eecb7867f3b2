import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * A worker loads each module once for all files: no test replaces a module, and loading takes a quarter of the time. A hook that a helper
 * registers for a file (afterEach, afterAll) is registered by a function that the file calls.
 */
const isolate = false

export default defineConfig({
  test: {
    // The default for two cores is one worker, which takes nearly twice as long: most tests wait for a database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'rules',
          isolate,
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          // Properties try hundreds of texts, which takes as long as the machine makes it take.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'programs beside the server',
          isolate,
          include: ['apps/{payments-sandbox,sample-host,sample-apps}/src/**/*.test.ts'],
          // Starting processes takes as long as the machine makes it take.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          include: ['apps/server/**/*.test.ts'],
          globalSetup: 'apps/server/test/postgres.ts',
          // Starting processes and decoding pictures takes as long as the machine makes it take.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
