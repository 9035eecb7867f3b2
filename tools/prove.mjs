// npm run prove: attacks that take time, see CONTRIBUTING.md. Its processes and files are removed, however it ends.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { exitCodeOf, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { projectNode, root, runMain } from './lib/project.mjs'
import { openScratch } from './lib/scratch.mjs'

/** Unmounts small disks in the folder, which remain if an attack is ended in the middle of a round. */
const unmountIn = (folder) => {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  for (const path of mounts.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(`${folder}/`)))
    spawnSync('umount', ['--lazy', path])
}

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const mark = randomUUID()
  const { folder, clear } = await openScratch('marketplace-prove-', {
    mark: `MARKETPLACE_PROVE_RUN=${mark}`,
    whose: 'the attacks',
  })
  const result = await runChild(
    projectNode(),
    [join(root, 'tools/prove/main.ts'), '--stop-with-stdin', ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...process.env, MARKETPLACE_PROVE_RUN: mark, TMPDIR: folder },
      // The child watches its standard input. The operating system closes it when this process ends, for whatever reason.
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  )
  unmountIn(folder)
  await clear()
  process.exit(result.stoppedBy ? 128 + (constants.signals[result.stoppedBy] ?? 1) : exitCodeOf(result))
})
