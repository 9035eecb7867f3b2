// The sample applications: node apps/sample-apps/src/main.ts. They listen on 127.0.0.1 only, so that they share no cookies with
// localhost.
import { listen } from '@marketplace/side-program/listen'
import { runProgram, stopWhenTold } from '@marketplace/side-program/run-program'
import { createHandler } from './server.ts'
import { readSettings } from './settings.ts'

await runProgram(async () => {
  const settings = readSettings(process.env)
  const { port, own } = settings
  await listen(createHandler(settings), { setting: 'SAMPLE_APPS_PORT', port, hosts: ['127.0.0.1'], maxConnections: 200 })
  stopWhenTold(() => process.exit(0))
  process.stdout.write(`The sample applications are ready at ${own} (port ${port}).\n`)
})
