// Starts the sandbox as a process for tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const READY_WITHIN_MS = 30_000
/** Clears settings of the environment that are meant for another marketplace on this machine. */
const NOT_SET = {
  PORT: '',
  PAYMENTS_URL: '',
  ALLOWED_HOST_ORIGINS: '',
  SAMPLE_HOST_URL: '',
  SAMPLE_HOST_PORT: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
}

export type SandboxOptions = {
  dataDir: string
  /** 0 for any free port. */
  port?: number
  /** The shop's origin. Webhooks are sent there too. */
  shop?: string
}

export type Fault = { operation: string; fault: string; times?: number; ms?: number; customer?: string }
export type Ledger = {
  captures: {
    id: string
    amount: number
    currency: string
    idempotencyKey: string | null
    metadata: Record<string, string>
    at: string
  }[]
  refunds: { id: string; capture: string; amount: number; at: string }[]
}

export type Sandbox = {
  port: number
  url: string
  process: ChildProcess
  /** Kills the process without warning, and waits until it is gone. */
  kill: () => Promise<void>
  stop: () => Promise<void>
  ledger: () => Promise<Ledger>
  setFault: (fault: Fault) => Promise<void>
  /** `customer`: only those for the customer of this name. */
  clearFaults: (customer?: string) => Promise<void>
  /** Calls another control, such as `POST /_sandbox/disputes`. */
  control: (method: string, path: string, body?: object) => Promise<unknown>
  /** Enters a card as the card field does, and returns its id. Throws with the error's code. */
  enterCard: (number: string, details?: { month?: string; year?: string; code?: string }) => Promise<string>
  /** Answers the challenge of the intent with this client secret, as a cardholder does on the bank's page. */
  answerChallenge: (clientSecret: string, outcome: 'complete' | 'fail') => Promise<void>
  /** Any call with the publishable key, as a browser sends it. */
  call: (
    method: string,
    path: string,
    parameters?: Record<string, string>,
  ) => Promise<{ status: number; body: Record<string, unknown> }>
}

/** Starts the sandbox and resolves once it answers. If it ends instead, rejects with its output. */
export const startSandbox = async ({
  dataDir,
  port: wanted = 0,
  shop = 'http://localhost:9',
}: SandboxOptions): Promise<Sandbox> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--stop-with-stdin'], {
    env: { ...process.env, ...NOT_SET, DATA_DIR: dataDir, PAYMENTS_PORT: String(wanted), PUBLIC_URL: shop },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready: ${output}`)), READY_WITHIN_MS)
    const read = (text: Buffer) => {
      output += String(text)
      const found = /\(port (\d+)\)/.exec(output)
      if (!found) return
      clearTimeout(timer)
      resolve(Number(found[1]))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code}: ${output}`))
    })
  })
  const url = `http://127.0.0.1:${port}`
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const call: Sandbox['call'] = async (method, path, parameters = {}) => {
    const query = new URLSearchParams(parameters)
    const response = await fetch(url + path + (method === 'GET' ? `?${query}` : ''), {
      method,
      headers: { authorization: `Bearer ${SANDBOX_KEYS.publishable}` },
      ...(method === 'POST' && { body: query }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return {
    port,
    url,
    process: child,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    ledger: async () => (await control('GET', '/_sandbox/ledger')) as Ledger,
    setFault: async (fault) => void (await control('POST', '/_sandbox/faults', fault)),
    clearFaults: async (customer) => void (await control('DELETE', '/_sandbox/faults', { customer })),
    control,
    enterCard: async (number, { month = '12', year = '2040', code = '123' } = {}) => {
      const card = { 'card[number]': number, 'card[exp_month]': month, 'card[exp_year]': year, 'card[cvc]': code }
      const { body } = await call('POST', '/v1/payment_methods', { type: 'card', ...card })
      if (body.error) throw new Error((body.error as { code: string }).code)
      return String(body.id)
    },
    answerChallenge: async (clientSecret, outcome) => {
      const id = clientSecret.split('_secret_')[0] ?? ''
      const kind = id.startsWith('seti_') ? 'setup' : 'payment'
      const { body } = await call('GET', `/v1/${kind}_intents/${id}`, { client_secret: clientSecret })
      const { source } = (body.next_action as { use_stripe_sdk: { source: string } }).use_stripe_sdk
      await fetch(`${url}/challenge/${source}`, { method: 'POST', body: new URLSearchParams({ outcome }) })
    },
    call,
  }
}
