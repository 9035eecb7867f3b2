// A shop whose clock is moved over months: its charges are renewed as the jobs would renew them.
import { VISA } from './payments.ts'
import type { Organization } from './people.ts'
import { emptyShop, openShop, type Shop, tellApplication } from './purchases.ts'
import { createPaymentRunner } from '../src/modules/billing/index.ts'
import { CHARGES_JOBS, chargesSubjects, chargesWorkers } from '../src/modules/charges/index.ts'
import { CARD_SAVED } from '../src/modules/billing/index.ts'
import { detachReplaced } from '../src/modules/billing/cards/detach-replaced.ts'
import { endRights } from '../src/modules/installs/end-rights.ts'
import { mailQueue } from '../src/modules/mail/index.ts'
import type { Payments } from '../src/ports/payments.ts'

export type Period = { index: number; outcome: string; reason: string | null; day: string }
export type ChargeRow = {
  id: string
  state: string
  due_at: Date | null
  cancelled_at: Date | null
  frozen_at: Date | null
  retries: number
  quantity: number
}

export type RenewalShop = Shop & {
  /** Buys applications in a cart at an instant, with this card; null for none. */
  bought: (at: string, slugs: readonly string[], card?: string | null) => Promise<void>
  /** Does the work of the jobs at an instant, in so many processes. */
  at: (instant: string, processes?: number) => Promise<void>
  /** Does `at` for each day from one instant to another. */
  daily: (from: string, to: string) => Promise<void>
  /** Replaces the organization's card, and does the jobs that follow: the old card is detached, and what is overdue is tried. */
  replaceCard: (of: Organization, number?: string) => Promise<void>
  /** Replaces the card, and continues the payments that it starts. */
  saveCard: (of: Organization, number?: string) => Promise<void>
  charge: () => Promise<ChargeRow>
  periods: () => Promise<Period[]>
  subjects: () => Promise<string[]>
  /** Continues the started payments, like the process that resumes attempts. */
  pay: (payments?: Payments) => Promise<void>
  renew: () => Promise<void>
}

export const openRenewalShop = async (): Promise<RenewalShop> => {
  const shop = await openShop()
  const { sql, clock, opened, acme } = shop
  const { database } = shop.store.client
  const log = { error: (details: object, message: string) => console.error(message, details) }
  const queueMail = mailQueue({ send: async () => {}, delivers: false })
  const telling = { queueMail, publicUrl: 'http://shop.test', tellApplication }
  const workers = chargesWorkers({ ...telling, database, clock })
  const run = async (name: string, data: object = {}) => {
    const worker = workers.find(({ job }) => job.name === name)
    if (!worker) throw new Error(`no job ${name}`)
    await worker.work(data, { id: 'run', signal: new AbortController().signal })
  }
  const renew = async () => {
    for (const { name } of CHARGES_JOBS) if (name !== CARD_SAVED.name) await run(name)
    await endRights({ ...telling, database, clock }, new AbortController().signal)
  }
  const pay = async (payments: Payments = opened.payments) => {
    const runner = createPaymentRunner({
      database,
      payments,
      clock,
      log,
      subjects: chargesSubjects(telling),
    })
    const live = await sql<{ id: string }>(
      `select id from payment_attempts where ended_at is null and subject_kind in ('renewal', 'change')`,
    )
    for (const { id } of live) await runner.run(id)
  }
  const at: RenewalShop['at'] = async (instant, processes = 1) => {
    clock.set(instant)
    // Missed periods are charged one after the other.
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        Array.from({ length: processes }, async () => {
          await renew()
          await pay()
        }),
      )
  }
  const replaceCard: RenewalShop['replaceCard'] = async (of, number = VISA) => {
    const [old] = await sql<{ id: string }>('select provider_card_id as id from cards where organization_id = $1', [of.id])
    await shop.giveCard(of, number)
    if (old) await detachReplaced({ database, payments: opened.payments }, old.id, opened.newKey())
    await run(CARD_SAVED.name, { organizationId: of.id })
  }
  return {
    ...shop,
    renew,
    replaceCard,
    pay,
    at,
    bought: async (instant, slugs, card = VISA) => {
      await emptyShop(shop, instant)
      await sql(`update tokens set expires_at = '2100-01-01'`)
      if (card === null) await shop.takeCard(acme)
      else await shop.giveCard(acme, card)
      const { owner } = acme.people
      const { id } = await shop.lockedCart(owner, ...slugs)
      const { status, body } = await shop.buy(owner, id)
      if (status !== 200) throw new Error(JSON.stringify(body))
    },
    daily: async (from, to) => {
      for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000) await at(new Date(day).toISOString())
    },
    saveCard: async (of, number = VISA) => {
      await replaceCard(of, number)
      await pay()
    },
    charge: async () => {
      const [row] = await sql<ChargeRow>(
        'select id, state, due_at, cancelled_at, frozen_at, retries, quantity from recurrent_charges',
      )
      if (!row) throw new Error('nothing was bought')
      return row
    },
    periods: () =>
      sql<Period>(`select index, outcome, reason, to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') as day
        from charge_periods order by charge_id, index`),
    subjects: async () =>
      (await sql<{ subject: string }>('select subject from mails order by created_at, id')).map(({ subject }) => subject),
  }
}
