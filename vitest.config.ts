import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The default for two cores is one worker, which takes nearly twice as long: most tests wait for a database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'rules',
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          // Properties try hundreds of texts, which takes as long as the machine makes it take.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'programs beside the server',
          include: ['apps/{payments-sandbox,sample-host,sample-apps}/src/**/*.test.ts'],
          // Starting processes takes as long as the machine makes it take.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
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
