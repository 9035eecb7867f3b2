// npm start, npm run dev (--dev): from a fresh clone to a running server.
import { ensureBuilt } from './lib/build.mjs'
import { exitCodeOf, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { stopLeftPostgres } from './lib/left-postgres.mjs'
import { projectNode, root, runMain } from './lib/project.mjs'
import { serverEnvironment, serverFlags } from './lib/server-process.mjs'

/** The contract gives 10 s to end in; the server bounds its own part, and this is for one that hangs. */
const SERVER_ENDS_WITHIN_MS = 8_000

const SERVER = 'apps/server/src/main.ts'

await runMain(async () => {
  const dev = process.argv.includes('--dev')
  await ensureInstalled()
  if (!dev) await ensureBuilt()
  // The server watches its standard input, which the system closes when we are gone, however we ended.
  const result = await runChild(projectNode(), [...serverFlags, ...(dev ? ['--watch'] : []), SERVER, '--stop-with-stdin'], {
    cwd: root,
    env: { ...process.env, ...serverEnvironment, NODE_ENV: dev ? 'development' : 'production' },
    stdio: ['pipe', 'inherit', 'inherit'],
    graceMs: SERVER_ENDS_WITHIN_MS,
  })
  await stopLeftPostgres()
  process.exit(exitCodeOf(result))
})
