// npm run check: all checks that run before the tests. CI runs the same.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { PlainError, root, runMain } from './lib/project.mjs'

const bin = join(root, 'node_modules/.bin')
const projects = [
  'packages/contracts',
  'packages/domain',
  'packages/search',
  'packages/testkit',
  'packages/host-sdk',
  'packages/app-frame',
  'packages/side-program',
  'apps/server',
  'apps/web',
  'apps/payments-sandbox',
  'apps/sample-host',
  'apps/sample-apps',
  '.',
]

const STEPS = [
  ['format', 'oxfmt', ['--check']],
  ...projects.map((project) => [`types of ${project}`, 'tsc', ['-p', project]]),
  ['lint', 'oxlint', ['--deny-warnings']],
  ['architecture', 'node', ['tools/arch/check.ts']],
  ['dead code', 'knip', ['--no-config-hints']],
]

await runMain(async () => {
  await ensureInstalled()
  // The tools run on the project's own Node, which is in the same folder.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  for (const [name, command, args] of STEPS) {
    const started = performance.now()
    const { status } = spawnSync(join(bin, command), args, { cwd: root, stdio: 'inherit', env })
    if (status !== 0) throw new PlainError(`check: ${name} failed`)
    console.log(`check: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  }
})
