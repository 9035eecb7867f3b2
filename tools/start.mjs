// npm start, npm run dev (--dev): from a fresh clone to a running server.
import { ensureBuilt } from './lib/build.mjs'
import { exitCodeOf, runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { stopLeftPostgres } from './lib/left-postgres.mjs'
import { projectNode, root, runMain } from './lib/project.mjs'
import { serverEnvironment, serverFlags } from './lib/server-process.mjs'

/** The whole command must end within 10 s of a signal. The server limits its own stop; this limit is for a server that hangs. */
const SERVER_ENDS_WITHIN_MS = 8_000

const SOURCE = 'apps/server/src/main.ts'
const BUILT = 'apps/server/dist/main.js'

await runMain(async () => {
  const dev = process.argv.includes('--dev')
  await ensureInstalled()
  await ensureBuilt({ development: dev })
  // The server watches its standard input. The operating system closes it when this process ends, for whatever reason.
  const result = await runChild(projectNode(), [...serverFlags, ...(dev ? ['--watch', SOURCE] : [BUILT]), '--stop-with-stdin'], {
    cwd: root,
    env: { ...process.env, ...serverEnvironment, NODE_ENV: dev ? 'development' : 'production' },
    stdio: ['pipe', 'inherit', 'inherit'],
    graceMs: SERVER_ENDS_WITHIN_MS,
  })
  await stopLeftPostgres()
  process.exit(exitCodeOf(result))
})
