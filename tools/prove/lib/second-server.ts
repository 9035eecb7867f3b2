// A second server on the database and the payment sandbox of the attacked one, which can end itself at a named step of a payment, or of
// the job that renews.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { localFiles } from '../../../apps/server/src/adapters/local-files.ts'
import { openStripePayments, paymentsInBrowser } from '../../../apps/server/src/adapters/stripe-payments.ts'
import { openWebBuild } from '../../../apps/server/src/adapters/web-build.ts'
import { readConfig } from '../../../apps/server/src/config/config.ts'
import { createApp } from '../../../apps/server/src/context.ts'
import { openDatabase } from '../../../apps/server/src/db/client.ts'
import { REQUEST_LIMITS } from '../../../apps/server/src/db/limits.ts'
import { listenOn } from '../../../apps/server/src/http/listen.ts'
import { createLog } from '../../../apps/server/src/runtime/log.ts'
import { onParentGone } from '../../../apps/server/src/runtime/parent.ts'

const { SECOND_DATABASE = '', SECOND_PORT = '', SECOND_SANDBOX = '', SECOND_KILL_AT = '', SECOND_JOBS = '' } = process.env

const url = `http://127.0.0.1:${SECOND_PORT}`
const folder = await mkdtemp(join(tmpdir(), 'second-server-'))
const [client, requests] = [openDatabase(SECOND_DATABASE, () => {}), openDatabase(SECOND_DATABASE, () => {}, REQUEST_LIMITS)]
/** Steps of the job that renews. The process is killed before a statement, */
const BEFORE: Readonly<Record<string, RegExp>> = {
  'renewal due': /^select "id", "due_at" from "recurrent_charges"/,
  'renewal locked': /^insert into "payment_attempts"/,
}
/** or at the commit of the transaction that has begun the payment. */
let hasBegun = false
const die = () => process.kill(process.pid, 'SIGKILL')
client.pool.on('connect', (connection) => {
  const query = connection.query.bind(connection) as (...given: unknown[]) => unknown
  const watched = (...given: unknown[]): unknown => {
    const [asked] = given as [string | { text?: string }]
    const text = (typeof asked === 'string' ? asked : (asked.text ?? '')).trim()
    if (BEFORE[SECOND_KILL_AT]?.test(text)) die()
    if (text.startsWith('insert into "payment_attempts"')) hasBegun = true
    const isCommit = hasBegun && /^commit\b/i.test(text)
    if (isCommit && SECOND_KILL_AT === 'renewal begun') die()
    const answer = query(...given)
    if (isCommit && SECOND_KILL_AT === 'renewal written') void Promise.resolve(answer).then(die)
    return answer
  }
  connection.query = watched as typeof connection.query
})
const app = await createApp({
  config: readConfig({ DEMO: 'false', PUBLIC_URL: url }),
  store: {
    client,
    requests,
    files: localFiles(folder),
    postgres: { connectionString: SECOND_DATABASE, location: '', onMoved: () => {}, close: async () => {} },
    close: async () => {},
  },
  log: createLog('warn'),
  version: '0.0.0',
  openRenderer: openWebBuild,
  assetsFolder: null,
  payments: openStripePayments({
    secretKey: SANDBOX_KEYS.secret,
    webhookSecret: SANDBOX_KEYS.webhook,
    sandbox: { port: Number(SECOND_SANDBOX) },
  }),
  inBrowser: paymentsInBrowser(SANDBOX_KEYS.publishable, `http://127.0.0.1:${SECOND_SANDBOX}`),
  atPayment: async (point) => {
    if (point === SECOND_KILL_AT) process.kill(process.pid, 'SIGKILL')
  },
})
onParentGone(() => process.exit(130))
await listenOn(app.server, ['127.0.0.1'], Number(SECOND_PORT))
// A server that will be killed at a step of its own purchase starts no jobs: they would continue other buyers' purchases.
if (SECOND_JOBS === 'true') await app.startJobs()
process.stdout.write('is ready\n')
