import { errorText } from './errors.ts'
import type { FolderRole } from './folder-lock.ts'
import { openEmbedded } from './open-embedded.ts'

/**
 * A process for tests that kill one: `node test-child.ts FOLDER ROLE WAIT`. It prints a line for each event, and closes in order
 * when its standard input ends.
 */
const [, , dataDir = '', role = 'server', wait = '0'] = process.argv
const waits = { serverForServer: 0, serverForTool: Number(wait), toolForReadiness: Number(wait), toolForTool: Number(wait) }

try {
  const opening = openEmbedded({ dataDir, role: role as FolderRole, waits, log: (line) => console.log(`log ${line}`) })
  console.log('opening')
  const postgres = await opening
  console.log(`ready ${postgres.connectionString}`)
  process.stdin.on('end', () => void postgres.close().then(() => process.exit(0)))
  process.stdin.on('data', (chunk) => {
    if (String(chunk).includes('crash')) throw new Error('an error that nobody catches')
  })
} catch (error) {
  console.log(`failed ${error instanceof Error ? error.constructor.name : ''} ${errorText(error)}`)
  process.exitCode = 1
}
