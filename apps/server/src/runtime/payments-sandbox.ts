import { join } from 'node:path'
import { type ProgramLog, type RunningProgram, startProgram } from './program.ts'

const MAIN = join(import.meta.dirname, '../../../payments-sandbox/src/main.ts')

type Options = { port: number; environment: Readonly<Record<string, string>>; log: ProgramLog }

/** Whether a payment sandbox listens at the port, such as that of another server with the same PAYMENTS_PORT. */
const isSandbox = async (port: number): Promise<boolean> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/_sandbox/ledger`, { signal: AbortSignal.timeout(2_000) })
    const ledger: unknown = await answer.json()
    return answer.ok && typeof ledger === 'object' && ledger !== null && 'captures' in ledger
  } catch {
    return false
  }
}

/** Starts the payment sandbox (apps/payments-sandbox), for a marketplace without a Stripe key, and keeps it running with its ledger. */
export const startPaymentsSandbox = (options: Options): Promise<RunningProgram> =>
  startProgram({ ...options, name: 'payment sandbox', main: MAIN, portSetting: 'PAYMENTS_PORT', answersAt: isSandbox })
