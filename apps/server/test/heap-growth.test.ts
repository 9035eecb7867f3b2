// Whether a server with a large catalogue collects its garbage before the heap has grown far (docs/OPERATING.md, "Memory").
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverFlags } from '../../../tools/lib/server-process.mjs'
import { openTestStore, type TestStore } from './harness.ts'

const run = promisify(execFile)
const CHILD = new URL('./heap-growth-child.ts', import.meta.url).pathname

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
}, 60_000)
afterAll(() => store.close())

/** The heap's largest size, as a multiple of what is in use, of a server with so many applications. */
const growthWith = async (applications: number): Promise<number> => {
  await store.client.pool.query(
    `insert into applications (id, slug, name, hidden)
     select n::text, 'app-' || n, 'App ' || n, true from generate_series(1, $1) n on conflict do nothing`,
    [applications],
  )
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', ...serverFlags, CHILD], {
    env: { ...process.env, DATABASE_URL: store.connectionString, DATA_DIR: store.folder, DEMO: 'false' },
  })
  const { peak, used } = JSON.parse(stdout) as { peak: number; used: number }
  return peak / used
}

test('the heap of a server with a large catalogue grows by hardly more than a fifth before garbage is collected', async () => {
  expect(await growthWith(49_999)).toBeGreaterThan(1.5)
  expect(await growthWith(50_000)).toBeLessThan(1.4)
}, 300_000)
