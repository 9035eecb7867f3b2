// node tools/run.mjs FILE.ts ARGUMENTS: runs a command of the project, as `npm run import -- catalogue.jsonl` does.
import { resolve } from 'node:path'
import { exitCodeOf, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { dataFolder, stopLeftPostgres } from './lib/left-postgres.mjs'
import { PlainError, projectNode, root, runMain } from './lib/project.mjs'

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new PlainError('Usage: node tools/run.mjs FILE.ts ARGUMENTS')
  await ensureInstalled()
  // npm runs us at the root wherever it was called; the paths in the arguments are relative to there. The data folder
  // stays the server's, which is relative to the root.
  const cwd = process.cwd() === root ? (process.env.INIT_CWD ?? root) : process.cwd()
  const result = await runChild(projectNode(), [resolve(root, file), ...args], {
    cwd,
    env: { ...process.env, DATA_DIR: dataFolder() },
    graceMs: 8_000,
  })
  await stopLeftPostgres()
  process.exit(exitCodeOf(result))
})
