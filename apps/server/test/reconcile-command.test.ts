// Runs npm run reconcile as a process, on its own database and sandbox.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from './harness.ts'
import { openTestPayments, type TestPayments, VISA } from './payments.ts'
import { openShop, type Shop } from './sold.ts'

const COMMAND = join(import.meta.dirname, '../src/cli/reconcile.ts')

let store: TestStore
let opened: TestPayments
let shop: Shop

beforeAll(async () => {
  ;[store, opened] = await Promise.all([openTestStore(), openTestPayments()])
  shop = await openShop(store)
})
afterAll(() => Promise.all([store.close(), opened.close()]))

const run = async (...options: string[]): Promise<{ code: number; output: string; errors: string }> => {
  const env = { ...process.env, DATABASE_URL: store.connectionString, DATA_DIR: store.folder, STRIPE_SECRET_KEY: '' }
  const child = spawn(process.execPath, [COMMAND, ...options], { env: { ...env, PAYMENTS_PORT: String(opened.sandbox().port) } })
  const [output, errors]: string[][] = [[], []]
  child.stdout.on('data', (text) => output?.push(String(text)))
  child.stderr.on('data', (text) => errors?.push(String(text)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output: output?.join('') ?? '', errors: errors?.join('') ?? '' }
}

test('says that nothing differs, and ends with 0', async () => {
  const intent = await opened.captured(VISA, { amount: 1_230 })
  await shop.sell([shop.line()], { intentId: intent.id, captureId: intent.captureId ?? '' })
  expect(await run('--since', '2020-01-01')).toMatchObject({ code: 0, output: 'No differences.\n' })
})

test('says what differs and what to do, and ends with 1', async () => {
  const { id } = await opened.captured(VISA, { amount: 777 })
  const { code, output } = await run()
  expect(code).toBe(1)
  expect(output).toMatch(
    new RegExp(`^capture_unknown: ${id} \\(\\$7\\.77 captured\\)\\n {2}Money was .*\\n {2}Find out .*\\n\\n1 difference\\.\\n$`),
  )
})

test.each([['--since', 'yesterday'], ['--sinc'], ['more']])('refuses %s %s', async (...options) => {
  const { code, errors } = await run(...options.filter((option) => option !== undefined))
  expect(code).toBe(1)
  expect(errors).toContain('usage: npm run reconcile')
})

test('ends with 1 if the provider does not answer', async () => {
  await opened.sandbox().kill()
  const { code, errors } = await run()
  expect([code, errors]).toEqual([1, expect.stringContaining('The payment provider did not answer: connection')])
})
