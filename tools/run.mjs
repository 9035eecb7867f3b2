// node tools/run.mjs FILE.ts ARGUMENTS: runs a command of the project, such as `npm run import -- catalogue.jsonl`.
import { resolve } from 'node:path'
import { exitCodeOf, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { dataFolder, stopLeftPostgres } from './lib/left-postgres.mjs'
import { PlainError, projectNode, root, runMain } from './lib/project.mjs'

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new PlainError('Usage: node tools/run.mjs FILE.ts ARGUMENTS')
  await ensureInstalled()
  // npm changes to the root. Paths in the arguments are relative to where npm was called, while the data folder stays relative to
  // the root.
  const cwd = process.cwd() === root ? (process.env.INIT_CWD ?? root) : process.cwd()
  const result = await runChild(projectNode(), [resolve(root, file), ...args], {
    cwd,
    env: { ...process.env, DATA_DIR: dataFolder() },
    graceMs: 8_000,
  })
  await stopLeftPostgres()
  process.exit(exitCodeOf(result))
})
