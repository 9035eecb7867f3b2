// The sample host, a small host product around the marketplace: node apps/sample-host/src/main.ts. It listens on loopback only.
import { listen, LOOPBACK } from '@marketplace/side-program/listen'
import { runProgram, stopWhenTold } from '@marketplace/side-program/run-program'
import { createHandler, readFiles } from './server.ts'
import { readSettings } from './settings.ts'

const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

await runProgram(
  async () => {
    const settings = readSettings(process.env)
    const { port, own } = settings
    const handler = createHandler(settings, readFiles())
    await listen(handler, { setting: 'SAMPLE_HOST_PORT', port, hosts: LOOPBACK, maxConnections: 200 })
    stopWhenTold(() => process.exit(0))
    process.stdout.write(`The sample host is ready at ${own} (port ${port}).\n`)
  },
  (error) => (isMissingFile(error) ? 'The script of its pages is missing. Run: node tools/build.mjs' : undefined),
)
