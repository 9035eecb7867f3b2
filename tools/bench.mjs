// npm run bench: what the server costs, see docs/OPERATING.md. What it starts and writes is gone when it ends, however it ends.
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { exitCodeOf, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { projectNode, root, runMain } from './lib/project.mjs'
import { openScratch } from './lib/scratch.mjs'

/** The workers end, and their databases with them, within a second or two. */
const ENDS_WITHIN_MS = 15_000

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const mark = randomUUID()
  const { folder, clear } = await openScratch('marketplace-bench-', {
    mark: `MARKETPLACE_BENCH_RUN=${mark}`,
    whose: 'the benchmark',
  })
  const result = await runChild(projectNode(), [join(root, 'bench/main.ts'), '--stop-with-stdin', ...process.argv.slice(2)], {
    // npm runs us at the root wherever it was called; a path in the arguments is relative to there.
    cwd: process.cwd() === root ? (process.env.INIT_CWD ?? root) : process.cwd(),
    env: { ...process.env, MARKETPLACE_BENCH_RUN: mark, TMPDIR: folder },
    // It watches its standard input, which the system closes when we are gone, however we ended.
    stdio: ['pipe', 'inherit', 'inherit'],
    graceMs: ENDS_WITHIN_MS,
  })
  await clear()
  process.exit(result.stoppedBy ? 128 + (constants.signals[result.stoppedBy] ?? 1) : exitCodeOf(result))
})
