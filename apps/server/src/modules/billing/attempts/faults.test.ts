// Whatever the provider answers and whenever a process is killed: either the delivered goods are captured once, or nothing is captured and
// nothing is delivered.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AttemptBench, auditPayments, killAt, openAttemptBench } from '../../../../test/attempts.ts'
import { openStripePayments } from '../../../adapters/stripe-payments.ts'
import { cancelLeft } from './cancel-left.ts'
import { type Attempt, hasEnded, type PaymentRunner, type RunnerPoint } from '../index.ts'

const DECLINED = '4000 0000 0000 0002'
const NO_CAPTURE = '4000 0000 0000 4210'
const CHALLENGE = '4000 0027 6000 3184'

let bench: AttemptBench
beforeAll(async () => {
  bench = await openAttemptBench()
})
afterEach(() => bench.opened.sandbox().clearFaults())
auditPayments(() => bench)
afterAll(() => bench.close())

const isEnded = async ({ id }: Attempt) => hasEnded(await bench.read(id))

/** Moves the clock until the attempt ends. Returns how long that took by the clock, in seconds. */
const untilEnded = async (attempt: Attempt, runner: PaymentRunner = bench.newRunner()): Promise<number> => {
  const began = bench.clock.now().getTime()
  while (!(await isEnded(attempt))) {
    if (bench.clock.now().getTime() - began > 3_600_000) throw new Error(`${(await bench.read(attempt.id)).state} for an hour`)
    bench.clock.pass(1_000)
    await runner.resume()
  }
  return (bench.clock.now().getTime() - began) / 1_000
}

/** Compares the provider's ledger and our rows with the expected end. */
const expectEnd = async ({ id }: Attempt, state: 'captured' | 'declined' | 'abandoned' | 'released') => {
  const attempt = await bench.read(id)
  const captured = state === 'captured' ? [2_000] : []
  expect(attempt.state).toBe(state)
  expect(await bench.captures(id)).toEqual(captured)
  expect((await bench.goods(id)) ?? { delivered: 0, settled: 0 }).toMatchObject(
    state === 'captured' ? { delivered: 2_000, settled: 1, released: [] } : { delivered: 0, settled: 0 },
  )
  const left = (await bench.intents(attempt)).filter(({ state: each }) => each !== 'canceled')
  expect(left.map((intent) => intent.state)).toEqual(state === 'captured' ? ['captured'] : [])
}

const FAULTS = ['error_before', 'error_after', 'no_reply_after', 'delay', 'duplicate', 'reorder'] as const

describe.each(['authorize', 'capture'] as const)('at %s', (operation) => {
  test.each(FAULTS.flatMap((fault) => [1, 3].map((times) => [fault, times] as const)))('%s, %d times', async (fault, times) => {
    const attempt = await bench.start(await bench.newPayer())
    await bench.opened.sandbox().setFault({ operation, fault, times, ms: 40 })
    const runner = bench.newRunner({ payments: bench.opened.hasty })
    await runner.run(attempt.id)
    expect(await untilEnded(attempt, runner)).toBeLessThanOrEqual(10)
    await expectEnd(attempt, 'captured')
  })

  test.each(['no_reply_after', 'delay'] as const)('%s for longer than anybody waits', async (fault) => {
    const attempt = await bench.start(await bench.newPayer())
    await bench.opened.sandbox().setFault({ operation, fault, times: 1, ms: 1_500 })
    const runner = bench.newRunner({ payments: bench.opened.hasty })
    await runner.run(attempt.id)
    expect(await isEnded(attempt)).toBe(false)
    const end = Date.now() + 10_000
    while (!(await isEnded(attempt)) && Date.now() < end) {
      bench.clock.pass(1_000)
      await runner.resume()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await expectEnd(attempt, 'captured')
  })

  test.each(['error_before', 'error_after'] as const)('%s, and the process is killed before it is recorded', async (fault) => {
    const attempt = await bench.start(await bench.newPayer())
    await bench.opened.sandbox().setFault({ operation, fault, times: 1 })
    const killed = killAt(operation === 'authorize' ? 'claimed asked' : 'capturing asked')
    void bench.newRunner(killed).run(attempt.id)
    await killed.reached
    expect(await untilEnded(attempt)).toBeLessThanOrEqual(10)
    await expectEnd(attempt, 'captured')
  })

  test.each(['error_after', 'no_reply_after'] as const)(
    '%s, then the provider forgets the key: it is looked for, not asked blindly',
    async (fault) => {
      const attempt = await bench.start(await bench.newPayer())
      await bench.opened.sandbox().setFault({ operation, fault, times: 2, ms: 40 })
      const killed = killAt(operation === 'authorize' ? 'claimed asked' : 'capturing asked')
      void bench.newRunner({ ...killed, payments: bench.opened.hasty }).run(attempt.id)
      await killed.reached
      await bench.opened.sandbox().clearFaults()
      await bench.opened.sandbox().control('DELETE', '/_sandbox/keys')
      bench.clock.pass(24 * 3_600_000)
      await untilEnded(attempt)
      await expectEnd(attempt, 'captured')
      expect((await bench.intents(await bench.read(attempt.id))).map(({ state }) => state)).toEqual(['captured'])
    },
  )
})

test('a decline whose answer was lost is a decline', async () => {
  const attempt = await bench.start(await bench.newPayer(DECLINED))
  await bench.opened.sandbox().setFault({ operation: 'authorize', fault: 'error_after', times: 1 })
  expect((await bench.newRunner().run(attempt.id)).attempt.failureCode).toBe('card_declined')
  await expectEnd(attempt, 'declined')
})

test('a provider that is away for 14 minutes is asked again, at most once a minute', async () => {
  const attempt = await bench.start(await bench.newPayer())
  await bench.opened.sandbox().setFault({ operation: 'authorize', fault: 'error_before', times: 1_000 })
  const runner = bench.newRunner()
  await runner.run(attempt.id)
  for (let seconds = 0; seconds < 840; seconds += 10) {
    bench.clock.pass(10_000)
    await runner.resume()
  }
  expect((await bench.read(attempt.id)).state).toBe('claimed')
  expect((await bench.read(attempt.id)).generation).toBeLessThan(60)
  await bench.opened.sandbox().clearFaults()
  expect(await untilEnded(attempt, runner)).toBeLessThanOrEqual(61)
  await expectEnd(attempt, 'captured')
})

const PATHS: readonly {
  name: string
  card?: string
  more?: object
  end: 'captured' | 'declined' | 'released'
  points: RunnerPoint[]
}[] = [
  {
    name: 'a payment',
    end: 'captured',
    points: [
      'claimed held',
      'claimed asked',
      'claimed recorded',
      'authorized held',
      'authorized asked',
      'authorized recorded',
      'capturing held',
      'capturing asked',
      'capturing recorded',
    ],
  },
  {
    name: 'a decline',
    card: DECLINED,
    end: 'declined',
    points: ['claimed asked', 'claimed recorded', 'releasing held', 'releasing asked', 'releasing recorded'],
  },
  {
    name: 'a declined capture',
    card: NO_CAPTURE,
    end: 'declined',
    points: ['capturing asked', 'capturing recorded', 'releasing held', 'releasing asked'],
  },
  {
    name: 'nothing delivered',
    more: { gives: null },
    end: 'released',
    points: ['authorized asked', 'authorized recorded', 'releasing held', 'releasing asked'],
  },
]

describe.each(PATHS)('killed in the middle of $name', ({ card, more, end, points }) => {
  test.each(points)('%s: another process completes it within 10 s', async (point) => {
    const attempt = await bench.start(await bench.newPayer(card), more)
    const killed = killAt(point)
    void bench.newRunner(killed).run(attempt.id)
    await killed.reached
    expect(await untilEnded(attempt)).toBeLessThanOrEqual(6)
    await expectEnd(attempt, end)
  })
})

test('killed while the bank asks the owner: another process sees the answer', async () => {
  const attempt = await bench.start(await bench.newPayer(CHALLENGE))
  const killed = killAt('claimed recorded')
  void bench.newRunner(killed).run(attempt.id)
  await killed.reached
  const [intent] = await bench.intents(attempt)
  await bench.opened.sandbox().answerChallenge(intent?.clientSecret ?? '', 'complete')
  expect(await untilEnded(attempt)).toBeLessThanOrEqual(6)
  await expectEnd(attempt, 'captured')
})

test('a process that was only slow records nothing once another has taken the attempt up', async () => {
  const attempt = await bench.start(await bench.newPayer())
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  let arrive = () => {}
  const reached = new Promise<void>((resolve) => (arrive = resolve))
  const slow = bench
    .newRunner({
      at: async (point) => {
        if (point !== 'authorized asked') return
        arrive()
        await held
      },
    })
    .run(attempt.id)
  await reached
  await untilEnded(attempt)
  goOn()
  expect((await slow).attempt.state).toBe('captured')
  await expectEnd(attempt, 'captured')
})

test('two processes that go on with the same attempts at once capture each once', async () => {
  const payer = await bench.newPayer()
  const attempts = [await bench.start(payer)]
  await bench.newRunner().run(attempts[0]?.id ?? '')
  for (let count = 0; count < 12; count += 1) attempts.push(await bench.start(payer))
  const runners = [bench.newRunner(), bench.newRunner(), bench.newRunner()]
  await Promise.all(attempts.flatMap(({ id }) => runners.map((runner) => runner.run(id))))
  bench.clock.pass(6_000)
  await Promise.all(runners.map((runner) => runner.resume()))
  for (const attempt of attempts) expect(await untilEnded(attempt)).toBeLessThanOrEqual(10)
  for (const attempt of attempts) await expectEnd(attempt, 'captured')
})

test('the loop goes on by itself, and stops', async () => {
  const runner = bench.newRunner()
  runner.start()
  const attempt = await bench.start(await bench.newPayer())
  bench.clock.pass(6_000)
  const end = Date.now() + 5_000
  while (!(await isEnded(attempt)) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  await expectEnd(attempt, 'captured')
  await runner.stop()
  const late = await bench.start(await bench.newPayer())
  bench.clock.pass(6_000)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect((await bench.read(late.id)).state).toBe('claimed')
  await bench.newRunner().run(late.id)
})

describe('a provider that never answers', () => {
  /** No server listens there, so each connection is refused. */
  const silent = openStripePayments({ secretKey: 'sk_test', webhookSecret: null, sandbox: { port: 9 } })
  let before: AttemptBench
  // The provider uses real time, not the clock that the tests above have moved.
  beforeAll(async () => {
    before = bench
    bench = await openAttemptBench()
  })
  afterAll(async () => {
    silent.close()
    await bench.close()
    bench = before
  })

  // Must be the first of these tests: the others move the clock so far that the provider would not find this payment.
  test('does not hold a cart longer than the bank’s question', async () => {
    const { clock } = bench
    const expiresAt = new Date(clock.now().getTime() + 240_000)
    const attempt = await bench.start(await bench.newPayer(CHALLENGE), { expiresAt })
    const { clientSecret } = await bench.newRunner().run(attempt.id)
    clock.pass(239_999)
    await bench.newRunner({ payments: silent }).run(attempt.id)
    expect((await bench.read(attempt.id)).state).toBe('action_required')
    clock.pass(1)
    await bench.newRunner({ payments: silent }).run(attempt.id)
    expect(await bench.read(attempt.id)).toMatchObject({ state: 'abandoned', failureCode: 'provider_silent' })
    expect(await bench.goods(attempt.id)).toMatchObject({ released: ['abandoned'] })
    // The owner's late answer reserves the money, which is never taken.
    await bench.opened.sandbox().answerChallenge(clientSecret ?? '', 'complete')
    expect((await bench.intents(attempt)).map(({ state }) => state)).toEqual(['authorized'])
    const { database } = bench.store.client
    await cancelLeft({ database, clock, payments: bench.opened.payments }, new AbortController().signal)
    await expectEnd(attempt, 'abandoned')
  })

  test('a reservation is cancelled once the provider answers again', async () => {
    const attempt = await bench.start(await bench.newPayer())
    await bench.opened.sandbox().setFault({ operation: 'authorize', fault: 'no_reply_after', times: 1, ms: 2_000 })
    await bench.newRunner({ payments: bench.opened.hasty }).run(attempt.id)
    await untilEnded(attempt, bench.newRunner({ payments: silent }))
    const { clock } = bench
    const { database } = bench.store.client
    const { signal } = new AbortController()
    await cancelLeft({ database, clock, payments: silent }, signal)
    expect((await bench.intents(attempt)).map(({ state }) => state)).toEqual(['authorized'])
    await cancelLeft({ database, clock, payments: bench.opened.payments }, signal)
    await expectEnd(attempt, 'abandoned')
    expect((await bench.read(attempt.id)).failureCode).toBe('no_answer')
  })

  test('gives the buyer back what was not delivered within half an hour', async () => {
    const attempt = await bench.start(await bench.newPayer())
    expect(await untilEnded(attempt, bench.newRunner({ payments: silent }))).toBeLessThanOrEqual(32 * 60)
    await expectEnd(attempt, 'abandoned')
  })
})
