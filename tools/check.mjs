// npm run check: what has to be right before a test is run. CI runs the same.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'

const root = join(import.meta.dirname, '..')
await ensureInstalled()

const bin = (name) => join(root, 'node_modules/.bin', name)
const steps = [
  ['format', bin('oxfmt'), ['--check']],
  ...['packages/contracts', 'packages/domain', 'packages/testkit', 'apps/server', 'apps/web', '.']
    .filter((project) => existsSync(join(root, project, 'tsconfig.json')))
    .map((project) => [`types of ${project}`, bin('tsc'), ['-p', project]]),
  ['lint', bin('oxlint'), ['--deny-warnings']],
  ['architecture', bin('node'), ['tools/arch/check.ts']],
  ['dead code', bin('knip'), []],
]

for (const [name, command, args] of steps) {
  const started = performance.now()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  if (status !== 0) {
    console.error(`check: ${name} failed`)
    process.exit(1)
  }
  console.log(`check: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}
