// Attempts in any order, with any faults, kills and pauses: in the end the provider's ledger and our rows agree.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttemptBench, auditPayments, openAttemptBench } from '../../../../test/attempts.ts'
import { VISA } from '../../../../test/payments.ts'
import { type Attempt, hasEnded } from '../index.ts'

const CARDS = [VISA, '4000 0000 0000 0002', '4000 0000 0000 4210', '4000 0027 6000 3184'] as const
const RUNS = 30

let bench: AttemptBench
beforeAll(async () => {
  bench = await openAttemptBench()
})
auditPayments(() => bench)
afterAll(() => bench.close())

type Command =
  | { kind: 'start'; card: number; amount: number; gives: 'all' | 'half' | 'nothing' | 'fails' | 'free' }
  | { kind: 'run'; of: number; twice: boolean }
  | { kind: 'kill'; of: number; steps: number }
  | { kind: 'fault'; operation: string; fault: string; times: number }
  | { kind: 'pass'; seconds: number }
  | { kind: 'forget' }
  | { kind: 'answer'; of: number; outcome: 'complete' | 'fail' }

const of = fc.nat(5)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    card: fc.nat(CARDS.length - 1),
    amount: fc.constantFrom(0, 50, 2_000),
    gives: fc.constantFrom('all', 'half', 'nothing', 'fails', 'free'),
  }),
  fc.record({ kind: fc.constant('run' as const), of, twice: fc.boolean() }),
  fc.record({ kind: fc.constant('kill' as const), of, steps: fc.nat(8) }),
  fc.record({
    kind: fc.constant('fault' as const),
    operation: fc.constantFrom('authorize', 'capture'),
    fault: fc.constantFrom('error_before', 'error_after', 'no_reply_after', 'delay', 'duplicate', 'reorder'),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(1, 6, 70, 1_000, 90_000) }),
  fc.record({ kind: fc.constant('forget' as const) }),
  fc.record({ kind: fc.constant('answer' as const), of, outcome: fc.constantFrom('complete', 'fail') }),
)

test('captures equal deliveries and settlements, once', async () => {
  const ends = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 20 }), async (commands) => {
      const attempts: Attempt[] = []
      const payments = bench.opened.hasty
      const sandbox = bench.opened.sandbox()
      const swallow = () => undefined
      for (const each of commands) {
        const attempt = 'of' in each ? attempts[each.of % Math.max(1, attempts.length)] : undefined
        if (each.kind === 'start') {
          const { amount } = each
          const gives = { all: amount, half: Math.floor(amount / 2), nothing: null, fails: 'fails' as const, free: 0 }[each.gives]
          attempts.push(await bench.start(await bench.newPayer(CARDS[each.card]), { amount, gives }))
        } else if (each.kind === 'fault') await sandbox.setFault({ ...each, ms: 30 })
        else if (each.kind === 'pass') {
          bench.clock.pass(each.seconds * 1_000)
          await bench.newRunner({ payments }).resume()
        } else if (each.kind === 'forget') {
          await sandbox.control('DELETE', '/_sandbox/keys')
          bench.clock.pass(24 * 3_600_000)
        } else if (!attempt) continue
        else if (each.kind === 'run')
          await Promise.all((each.twice ? [1, 2] : [1]).map(() => bench.newRunner({ payments }).run(attempt.id).catch(swallow)))
        else if (each.kind === 'answer') {
          const intent = (await bench.intents(attempt)).find(({ state }) => state === 'challenge')
          if (intent) await sandbox.answerChallenge(intent.clientSecret, each.outcome)
        } else {
          let left = each.steps
          let stop = () => {}
          const stopped = new Promise<void>((resolve) => (stop = resolve))
          const at = async () => {
            left -= 1
            if (left >= 0) return
            stop()
            await new Promise(() => {})
          }
          await Promise.race([bench.newRunner({ payments, at }).run(attempt.id).catch(swallow), stopped])
        }
      }

      await sandbox.clearFaults()
      const runner = bench.newRunner()
      for (let rounds = 0; rounds < 200; rounds += 1) {
        const states = await Promise.all(attempts.map(({ id }) => bench.read(id)))
        if (states.every(hasEnded)) break
        bench.clock.pass(61_000)
        await runner.resume()
        // Lets delayed work of the sandbox run.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      for (const { id } of attempts) {
        const attempt = await bench.read(id)
        expect(hasEnded(attempt), `${attempt.state} for hours`).toBe(true)
        ends.add(attempt.state)
        const due = attempt.state === 'captured' && attempt.captureAmount ? [attempt.captureAmount] : []
        expect(await bench.captures(id)).toEqual(due)
        const intents = await bench.intents(attempt)
        expect(intents.filter(({ state }) => state !== 'canceled').map(({ state }) => state)).toEqual(due.map(() => 'captured'))
        const goods = await bench.goods(id)
        if (attempt.state === 'captured') {
          expect(goods).toMatchObject({ settled: 1, released: [] })
          expect(Number(goods?.delivered)).toBe(attempt.captureAmount)
        } else expect(goods).toMatchObject({ delivered: 0, settled: 0, released: [attempt.state] })
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 90_000 },
  )
  expect([...ends].toSorted()).toEqual(['abandoned', 'captured', 'declined', 'released'])
})
