// npm run bench: measures the server, see docs/OPERATING.md. It removes its processes and files, however it ends.
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureMeasuredBuilt } from './lib/build.mjs'
import { exitCodeOf, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { projectNode, root, runMain } from './lib/project.mjs'
import { openScratch } from './lib/scratch.mjs'

/** Workers stop and delete their databases within a second or two. */
const ENDS_WITHIN_MS = 15_000

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await ensureMeasuredBuilt()
  const mark = randomUUID()
  const { folder, clear } = await openScratch('marketplace-bench-', {
    mark: `MARKETPLACE_BENCH_RUN=${mark}`,
    whose: 'the benchmark',
  })
  const result = await runChild(projectNode(), [join(root, 'bench/main.ts'), '--stop-with-stdin', ...process.argv.slice(2)], {
    // npm changes to the root; paths in the arguments are relative to where npm was called.
    cwd: process.cwd() === root ? (process.env.INIT_CWD ?? root) : process.cwd(),
    env: { ...process.env, MARKETPLACE_BENCH_RUN: mark, TMPDIR: folder },
    // The child watches its standard input. The operating system closes it when this process ends, for whatever reason.
    stdio: ['pipe', 'inherit', 'inherit'],
    graceMs: ENDS_WITHIN_MS,
  })
  await clear()
  process.exit(result.stoppedBy ? 128 + (constants.signals[result.stoppedBy] ?? 1) : exitCodeOf(result))
})
