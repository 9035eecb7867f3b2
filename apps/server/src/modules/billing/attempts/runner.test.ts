// Each state of an attempt, with the real sandbox and a real PostgreSQL.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AttemptBench, auditPayments, killAt, openAttemptBench } from '../../../../test/attempts.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { stopAttempt } from '../index.ts'

const DECLINED = '4000 0000 0000 0002'
const NO_CAPTURE = '4000 0000 0000 4210'
const CHALLENGE = '4000 0027 6000 3184'
const CHALLENGE_THEN_DECLINED = '4000 0084 0000 1629'
const MINUTE = 60_000

let bench: AttemptBench
beforeAll(async () => {
  bench = await openAttemptBench()
})
auditPayments(() => bench)
afterAll(() => bench.close())

const states = async (id: string) => (await bench.intents(await bench.read(id))).map(({ state }) => state)

describe('an attempt', () => {
  test('is captured, and settled once', async () => {
    const { id } = await bench.start(await bench.newPayer())
    const { attempt } = await bench.newRunner().run(id)
    expect(attempt).toMatchObject({ state: 'captured', captureAmount: 2_000, leaseToken: null, failureCode: null })
    expect(attempt.endedAt).not.toBeNull()
    expect(attempt.captureId).not.toBeNull()
    expect(await bench.captures(id)).toEqual([2_000])
    expect(await bench.goods(id)).toMatchObject({ delivered: 2_000, settled: 1, released: [] })
    const audit = await bench.sql<{ action: string }>('select action from audit_events where subject = $1 order by id', [id])
    expect(audit.map(({ action }) => action)).toEqual([
      'payment.started',
      'payment.authorized',
      'payment.capturing',
      'payment.captured',
    ])
    // Running it again does nothing.
    await bench.newRunner().run(id)
    expect(await bench.captures(id)).toEqual([2_000])
  })

  test('that another process takes over while the provider is asked is left to that process', async () => {
    const { id } = await bench.start(await bench.newPayer())
    const at = async (point: string) => {
      if (point === 'claimed asked')
        await bench.sql(`update payment_attempts set lease_token = 'another' where id = $1 returning id`, [id])
    }
    const { attempt } = await bench.newRunner({ at }).run(id)
    expect(attempt).toMatchObject({ state: 'claimed', leaseToken: 'another', intentId: null })
    const audit = await bench.sql<{ action: string }>('select action from audit_events where subject = $1', [id])
    expect(audit).toEqual([{ action: 'payment.started' }])
    bench.clock.pass(6_000)
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'captured' })
    expect(await bench.captures(id)).toEqual([2_000])
  })

  test('captures less than it authorized where not everything was delivered', async () => {
    const { id } = await bench.start(await bench.newPayer(), { gives: 700 })
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'captured', captureAmount: 700 })
    expect(await bench.captures(id)).toEqual([700])
  })

  test('releases the money where nothing was delivered', async () => {
    const { id } = await bench.start(await bench.newPayer(), { gives: null })
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'released', failureCode: 'not_delivered' })
    expect(await states(id)).toEqual(['canceled'])
    expect(await bench.goods(id)).toMatchObject({ delivered: 0, settled: 0, released: ['released'] })
  })

  test('captures nothing where only what is free was delivered, and settles it', async () => {
    const { id } = await bench.start(await bench.newPayer(), { gives: 0 })
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'captured', captureAmount: 0, captureId: null })
    expect(await states(id)).toEqual(['canceled'])
    expect(await bench.goods(id)).toMatchObject({ settled: 1, released: [] })
  })

  test.each([
    [undefined, 'captured', { settled: 1, released: [] }],
    [null, 'released', { settled: 0, released: ['released'] }],
  ] as const)('of 0 cents needs no card and no provider (gives %s)', async (gives, state, goods) => {
    const { id } = await bench.start(await bench.newPayer(null), { amount: 0, ...(gives === null && { gives }) })
    const runner = bench.newRunner({ payments: {} as never })
    expect((await runner.run(id)).attempt).toMatchObject({ state, intentId: null })
    expect(await bench.goods(id)).toMatchObject(goods)
  })

  test('that is declined cancels what is left, and the next one is new', async () => {
    const payer = await bench.newPayer(DECLINED)
    const first = await bench.start(payer)
    expect((await bench.newRunner().run(first.id)).attempt).toMatchObject({
      state: 'declined',
      failureCode: 'generic_decline',
      failureFinal: false,
    })
    expect(await states(first.id)).toEqual(['canceled'])
    expect(await bench.goods(first.id)).toMatchObject({ settled: 0, released: ['declined'] })
    const second = await bench.start(payer, { subject: { kind: 'cart', id: first.subjectId } })
    expect(second.id).not.toBe(first.id)
  })

  test('whose capture is declined takes back what was delivered', async () => {
    const { id } = await bench.start(await bench.newPayer(NO_CAPTURE))
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'declined', captureAmount: 2_000 })
    expect(await states(id)).toEqual(['canceled'])
    expect(await bench.captures(id)).toEqual([])
    expect(await bench.goods(id)).toMatchObject({ delivered: 0, settled: 0, released: ['declined'] })
  })

  test('whose authorization has ended before the capture takes back what was delivered', async () => {
    const { id } = await bench.start(await bench.newPayer())
    const killed = killAt('authorized recorded')
    void bench.newRunner(killed).run(id)
    await killed.reached
    const { intentId } = await bench.read(id)
    await bench.opened.sandbox().control('POST', '/_sandbox/authorizations/expire', { payment_intent: intentId })
    bench.clock.pass(6_000)
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'declined', failureCode: 'authorization_ended' })
    expect(await bench.goods(id)).toMatchObject({ delivered: 0, released: ['declined'] })
  })

  test('with a card that the provider refuses is declined for good', async () => {
    const payer = await bench.newPayer()
    await bench.sql('update cards set provider_card_id = $2 where organization_id = $1', [payer, 'pm_of_nobody'])
    const { id } = await bench.start(payer)
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'declined', failureFinal: true })
  })

  test('needs a card where something is due', async () => {
    await expect(bench.start(await bench.newPayer(null))).rejects.toMatchObject({ code: 'CARD_NEEDED' })
  })

  test('keeps others for the same subject away while it lives, and not after', async () => {
    const payer = await bench.newPayer()
    const subject = { kind: 'cart', id: randomUUID() } as const
    const started = await Promise.allSettled(Array.from({ length: 20 }, () => bench.start(payer, { subject })))
    const [first, ...others] = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(others).toEqual([])
    for (const each of started) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'PAYMENT_RUNNING' })
    await bench.newRunner().run(first?.id ?? '')
    await bench.start(payer, { subject })
  })

  test.each([1, 49, -1, 0.5])('of %d cents does not exist', async (amount) => {
    await expect(bench.start(await bench.newPayer(), { amount })).rejects.toThrow(RangeError)
  })
})

describe('while the bank asks the owner', () => {
  const challenged = async (number = CHALLENGE, more = {}) => {
    const { id } = await bench.start(await bench.newPayer(number), more)
    const { attempt, clientSecret } = await bench.newRunner().run(id)
    expect(attempt.state).toBe('action_required')
    return { id, clientSecret: clientSecret ?? '', expiresAt: attempt.expiresAt }
  }

  test('the attempt waits, and goes on after the answer', async () => {
    const { id, clientSecret } = await challenged()
    expect((await bench.newRunner().run(id)).clientSecret).toBe(clientSecret)
    await bench.opened.sandbox().answerChallenge(clientSecret, 'complete')
    expect((await bench.newRunner().run(id)).attempt.state).toBe('captured')
    expect(await bench.captures(id)).toEqual([2_000])
  })

  test.each([
    [CHALLENGE, 'fail'],
    [CHALLENGE_THEN_DECLINED, 'complete'],
  ] as const)('%s, %s: it is declined', async (number, outcome) => {
    const { id, clientSecret } = await challenged(number)
    await bench.opened.sandbox().answerChallenge(clientSecret, outcome)
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'declined', failureCode: 'authentication_failed' })
    expect(await states(id)).toEqual(['canceled'])
  })

  test('an answer that nobody told of is seen within 10 s', async () => {
    const { id, clientSecret } = await challenged()
    await bench.opened.sandbox().answerChallenge(clientSecret, 'complete')
    const runner = bench.newRunner()
    await runner.resume()
    expect((await bench.read(id)).state).toBe('action_required')
    bench.clock.pass(10_000)
    await runner.resume()
    expect((await bench.read(id)).state).toBe('captured')
  })

  test('an unanswered question: abandoned at its time, not before', async () => {
    const { id } = await challenged(CHALLENGE, { expiresAt: new Date(bench.clock.now().getTime() + 4 * MINUTE) })
    const runner = bench.newRunner()
    bench.clock.pass(4 * MINUTE - 1)
    await runner.resume()
    expect((await bench.read(id)).state).toBe('action_required')
    bench.clock.pass(1)
    await runner.resume()
    expect(await bench.read(id)).toMatchObject({ state: 'abandoned', failureCode: 'no_answer' })
    expect(await states(id)).toEqual(['canceled'])
    expect(await bench.goods(id)).toMatchObject({ released: ['abandoned'] })
  })

  test('it can be stopped, and not once the money may be on its way', async () => {
    const { id, clientSecret } = await challenged()
    const { subjectKind: kind, subjectId } = await bench.read(id)
    const stop = () =>
      inTransaction(bench.store.client.database, (transaction) =>
        stopAttempt(transaction, { kind, id: subjectId }, bench.clock.now()),
      )
    await stop()
    await bench.opened.sandbox().answerChallenge(clientSecret, 'complete')
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({ state: 'released', failureCode: 'stopped' })
    expect(await states(id)).toEqual(['canceled'])
    expect(await bench.captures(id)).toEqual([])
    expect(await stop()).toBeNull()

    const { id: running, subjectId: other } = await bench.start(await bench.newPayer())
    await expect(
      inTransaction(bench.store.client.database, (transaction) =>
        stopAttempt(transaction, { kind: 'cart', id: other }, bench.clock.now()),
      ),
    ).rejects.toMatchObject({ code: 'PAYMENT_RUNNING' })
    expect((await bench.newRunner().run(running)).attempt.state).toBe('captured')
  })

  test('an owner who is away is not asked', async () => {
    const { id } = await bench.start(await bench.newPayer(CHALLENGE), { ownerAway: true })
    expect((await bench.newRunner().run(id)).attempt).toMatchObject({
      state: 'declined',
      failureCode: 'authentication_required',
      failureFinal: true,
    })
  })
})

describe('goods that cannot be delivered because of an error', () => {
  test('are tried again, and released after 15 minutes', async () => {
    const { id } = await bench.start(await bench.newPayer(), { gives: 'fails' })
    const runner = bench.newRunner()
    await expect(runner.run(id)).rejects.toThrow('the goods are not there')
    expect(await bench.goods(id)).toBeUndefined()
    expect(await bench.read(id)).toMatchObject({ state: 'authorized', leaseToken: null })
    bench.clock.pass(14 * MINUTE)
    await runner.resume()
    expect((await bench.read(id)).state).toBe('authorized')
    bench.clock.pass(2 * MINUTE)
    await runner.resume()
    expect(await bench.read(id)).toMatchObject({ state: 'released', failureCode: 'not_delivered' })
    expect(await bench.captures(id)).toEqual([])
  })

  test('do not keep others waiting', async () => {
    const [bad, good] = [await bench.start(await bench.newPayer(), { gives: 'fails' }), await bench.start(await bench.newPayer())]
    bench.clock.pass(6_000)
    const { length } = bench.logged
    await bench.newRunner().resume()
    expect((await bench.read(good.id)).state).toBe('captured')
    expect(bench.logged.slice(length)).toEqual([expect.objectContaining({ attempt: bad.id })])
    bench.setGives(bad.subjectId, 2_000)
    bench.clock.pass(MINUTE)
    await bench.newRunner().resume()
    expect((await bench.read(bad.id)).state).toBe('captured')
  })
})

describe('a coupon', () => {
  const newCoupon = async (most: number, code = `C${randomUUID().slice(0, 8).toUpperCase()}`) => {
    await bench.sql(
      `insert into coupons (code, percent, max_redemptions, valid_from, created_at) values ($1, 10, $2, now() - interval '1 day', now())`,
      [code, most],
    )
    return code
  }
  const uses = (code: string) =>
    bench.sql<{ redeemed: boolean; released: boolean }>(
      `select redeemed_at is not null as redeemed, released_at is not null as released
       from coupon_redemptions where code = $1 order by 1, 2`,
      [code],
    )

  test('for one is reserved by one of fifty, and used up by its capture', async () => {
    const couponCode = await newCoupon(1)
    const payer = await bench.newPayer()
    const started = await Promise.allSettled(Array.from({ length: 50 }, () => bench.start(payer, { couponCode })))
    const attempts = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(attempts).toHaveLength(1)
    for (const each of started) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'COUPON_USED_UP' })
    await bench.newRunner().run(attempts[0]?.id ?? '')
    expect(await uses(couponCode)).toEqual([{ redeemed: true, released: false }])
    await expect(bench.start(payer, { couponCode })).rejects.toMatchObject({ code: 'COUPON_USED_UP' })
  })

  test.each([
    [DECLINED, {}],
    [NO_CAPTURE, {}],
    [undefined, { gives: null }],
    [undefined, { gives: 0 }],
  ])('can be used again after a payment that captured nothing (%s %j)', async (number, more) => {
    const couponCode = await newCoupon(1)
    const { id } = await bench.start(await bench.newPayer(number), { couponCode, ...more })
    await bench.newRunner().run(id)
    expect(await uses(couponCode)).toEqual([{ redeemed: false, released: true }])
    await bench.start(await bench.newPayer(), { couponCode })
  })

  test('that made everything free is used up too', async () => {
    const couponCode = await newCoupon(1)
    const { id } = await bench.start(await bench.newPayer(null), { couponCode, amount: 0 })
    await bench.newRunner().run(id)
    expect(await uses(couponCode)).toEqual([{ redeemed: true, released: false }])
  })

  test('that has ended is refused, and nothing is started', async () => {
    const couponCode = await newCoupon(1)
    await bench.sql(`update coupons set valid_until = now() - interval '1 hour' where code = $1`, [couponCode])
    const payer = await bench.newPayer()
    await expect(bench.start(payer, { couponCode })).rejects.toMatchObject({ code: 'COUPON_EXPIRED' })
    expect(await bench.sql('select 1 from payment_attempts where organization_id = $1', [payer])).toEqual([])
  })
})
