import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

/**
 * A worker loads each module once for all files: no test replaces a module, and loading takes a quarter of the time. A hook that a helper
 * registers for a file (afterEach, afterAll) is registered by a function that the file calls.
 */
const isolate = false

/** What takes a minute or more begins first. Otherwise it would run alone at the end, beside idle workers. */
const LONG = [
  'tools/prove/attacks.test.ts',
  'test/changes.test.ts',
  'test/permissions.test.ts',
  'test/lifecycle.test.ts',
  'test/jobs-killed.test.ts',
]
class LongFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    const isLong = ({ moduleId }: (typeof files)[number]) => LONG.some((path) => moduleId.endsWith(path))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * The time (ms) after which a test counts as one that never ends. Starting processes, decoding pictures and trying hundreds of texts take as
 * long as the machine makes them take: a test that takes 20 s here took more than 60 on a busy one.
 */
const PATIENCE_MS = 300_000

export default defineConfig({
  test: {
    // The default for two cores is one worker, which takes more than twice as long: most tests wait for a database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'rules',
          isolate,
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'programs beside the server',
          isolate,
          include: ['apps/{payments-sandbox,sample-host,sample-apps}/src/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          include: ['apps/server/**/*.test.ts'],
          globalSetup: 'apps/server/test/postgres.ts',
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
    ],
  },
})
