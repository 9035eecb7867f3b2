// One row for each of JOBS, with the work that the job gets in the test that kills it.
import { demoId } from '../src/demo/seed-demo-step.ts'
import { NOON } from './carts.ts'
import { offerTo } from './offers.ts'
import type { Shop } from './purchases.ts'
import { saveSeller } from './sellers.ts'

export type JobRow = {
  name: string
  /** When the job runs. */
  at: string
  /** When the job runs again after a kill, if it must wait for the claim of the killed run to expire. */
  again?: string
  /** Inserts the job's work into the arranged shop, with the same ids each time. */
  give?: (shop: Shop, receiver: string) => Promise<unknown>
  data?: (shop: Shop) => object
  /**
   * Where the job has an effect outside the database: once, or twice after a kill. Without it, the job has effects in the database only.
   */
  outside?: 'mail' | 'receiver' | 'provider' | 'log'
  /** Columns that count the tries. */
  tries?: readonly string[]
}

const at = (days: number, minutes = 0) => new Date(Date.parse(NOON) + days * 86_400_000 + minutes * 60_000).toISOString()
const LONG_AGO = '2023-01-01T00:00:00Z'

const giveMail = ({ sql }: Shop) =>
  sql(
    `insert into mails (id, recipient, subject, text, html, created_at, due_at)
     values ('m', 'reader@acme.test', 'Subject', 'Text', '<p>Text</p>', $1, $1)`,
    [NOON],
  )

const giveEvent = async ({ sql, idOf }: Shop, receiver: string, createdAt = NOON) => {
  await sql('update applications set webhook_url = $2 where id = $1', [idOf('plain'), receiver])
  await sql(`insert into webhook_endpoints (application_id, secret, created_at) values ($1, $2, $3) on conflict do nothing`, [
    idOf('plain'),
    `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
    LONG_AGO,
  ])
  await sql(
    `insert into webhook_events (id, application_id, sequence, event, body, created_at, due_at)
     values ('e', $1, 1, 'application_installed', '{}', $2, $2)`,
    [idOf('plain'), createdAt],
  )
}

const install = ({ sql, acme, idOf }: Shop, slug: string, answerDueAt: string | null = null) =>
  sql(
    `insert into installations (id, organization_id, application_id, installed_at, answer_due_at) values ($1, $2, $3, $4, $5)`,
    [`install ${slug}`, acme.id, idOf(slug), at(-1), answerDueAt],
  )

export const JOB_ROWS: readonly JobRow[] = [
  { name: 'mail.send', at: NOON, give: giveMail, data: () => ({ mailId: 'm' }), outside: 'mail', tries: ['mails.attempts'] },
  { name: 'mail.send-due', at: at(0, 10), give: giveMail },
  {
    name: 'accounts.tidy',
    at: NOON,
    give: async ({ sql, acme }) => {
      await sql(`insert into sessions (hash, account_id, expires_at) values ('old', $1, $2)`, [
        acme.people.owner.accountId,
        LONG_AGO,
      ])
      await sql('insert into used_challenges (hash, expires_at) values ($1, $2)', ['old', LONG_AGO])
      await sql(`insert into sign_ups (id, email, created_at, expires_at) values ('old', 'new@reader.test', $1, $1)`, [LONG_AGO])
      await sql(
        `insert into tokens select (jsonb_populate_record(t, jsonb_build_object('hash', 'old', 'expires_at', $1::text))).* from tokens t limit 1`,
        [LONG_AGO],
      )
    },
  },
  {
    name: 'accounts.send-reset',
    at: NOON,
    give: async ({ sql }) => {
      await sql(`update accounts set password_hash = 'a hash' where email = 'owner@acme.test'`)
      await sql(`insert into password_resets (id, email, created_at, expires_at) values ('r', 'owner@acme.test', $1, $2)`, [
        NOON,
        at(1),
      ])
    },
    data: () => ({ resetId: 'r' }),
  },
  {
    name: 'accounts.send-sign-up',
    at: NOON,
    give: ({ sql }) =>
      sql(`insert into sign_ups (id, email, created_at, expires_at) values ('s', 'new@reader.test', $1, $2)`, [NOON, at(1)]),
    data: () => ({ signUpId: 's' }),
  },
  {
    name: 'catalogue.render-texts',
    at: NOON,
    give: ({ sql }) =>
      sql(`update applications set long_description = '## Text', text_version = 0 where slug in ('plain', 'desk', 'seats')`),
  },
  {
    name: 'demo.ensure-cards',
    at: NOON,
    give: async ({ sql }) => {
      const id = demoId('organization', 'acme')
      await sql(`insert into organizations (id, name, region) values ($1, 'Demo', 'dal')`, [id])
      await sql(`insert into billing_profiles (organization_id, updated_at) values ($1, $2)`, [id, NOON])
      await sql(
        `insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year)
         values ($1, 'visa', '424242', '4242', 12, 2040)`,
        [id],
      )
    },
    outside: 'provider',
  },
  { name: 'billing.detach-card', at: NOON, data: () => ({ cardId: 'pm_unknown' }), outside: 'provider' },
  {
    name: 'billing.tell-expiring-cards',
    at: NOON,
    give: ({ sql }) => sql('update cards set expiry_month = 11, expiry_year = 2026'),
  },
  {
    name: 'idempotency.forget-keys',
    at: NOON,
    give: ({ sql }) =>
      sql(`insert into idempotency_keys (account_id, endpoint, key, digest, run, runs_until, expires_at)
        values ('a', 'e', 'k', 'd', 'r', '2023-01-01', '2023-01-01')`),
  },
  {
    name: 'ratings.recount',
    at: NOON,
    give: ({ sql, acme, idOf }) =>
      sql(
        `insert into ratings (id, application_id, account_id, organization_id, rate, installed_since) values ('v', $1, $2, $3, 5, $4)`,
        [idOf('plain'), acme.people.owner.accountId, acme.id, LONG_AGO],
      ),
  },
  {
    name: 'webhooks.send',
    at: NOON,
    give: giveEvent,
    data: () => ({ eventId: 'e' }),
    outside: 'receiver',
    tries: ['webhook_events.attempts', 'webhook_attempts.attempt'],
  },
  { name: 'webhooks.send-due', at: at(0, 10), give: giveEvent },
  { name: 'webhooks.forget-old-events', at: NOON, give: (shop, receiver) => giveEvent(shop, receiver, LONG_AGO) },
  {
    name: 'installs.tell-awaiting',
    at: NOON,
    give: async ({ sql, idOf }) => {
      for (const email of ['a@reader.test', 'b@reader.test'])
        await sql('insert into awaiting_apps (application_id, email) values ($1, $2)', [idOf('plain'), email])
    },
  },
  {
    name: 'installs.end-rights',
    at: NOON,
    give: async (shop) => {
      await install(shop, 'paid')
      await install(shop, 'licence')
      await shop.sql(
        `insert into entitlements (id, organization_id, application_id, source, starts_at, ends_at)
         values ('right', $1, $2, 'direct_charge', $3, $4)`,
        [shop.acme.id, shop.idOf('paid'), LONG_AGO, at(0, -1)],
      )
    },
  },
  {
    name: 'installs.take-back-unanswered',
    at: NOON,
    give: async (shop) => {
      await install(shop, 'plain', at(0, -1))
      await install(shop, 'desk', at(0, -1))
    },
  },
  { name: 'charges.renew-due', at: at(32) },
  { name: 'charges.tell-ending-trials', at: at(28) },
  {
    name: 'charges.end-agreed',
    at: at(14),
    give: async (shop, receiver) => {
      const { sql, idOf } = shop
      await sql('update applications set webhook_url = $2 where id = $1', [idOf('plain'), receiver])
      await sql(`insert into webhook_endpoints (application_id, secret, created_at) values ($1, $2, $3) on conflict do nothing`, [
        idOf('plain'),
        `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
        LONG_AGO,
      ])
      await saveSeller(shop.store.client.database)
      for (const kind of ['recurrent_charge', 'direct_charge'] as const) {
        const { id } = await offerTo(shop, { kind, state: 'accepted', applicationId: idOf('plain') })
        await sql(`update ${kind}s set id = $2, accepted_at = $3 where id = $1`, [id, `agreed ${kind}`, NOON])
      }
    },
  },
  {
    name: 'charges.forget-shown',
    at: NOON,
    give: ({ sql, acme }) =>
      sql(
        `insert into shown_charges (account_id, charge_id, total, terms, listed, shown_at) values ($1, 'ended', 1, '', false, $2)`,
        [acme.people.owner.accountId, NOON],
      ),
  },
  {
    name: 'billing.card-saved',
    at: at(35),
    give: ({ sql }) =>
      sql(`update recurrent_charges set state = 'past_due', first_failed_at = $1, due_at = $2 where name like 'Seats%'`, [
        at(32),
        at(36),
      ]),
    data: ({ acme }) => ({ organizationId: acme.id }),
  },
  { name: 'carts.open-expired', at: at(0, 30) },
  {
    name: 'partners.tell-waiting',
    at: NOON,
    give: async ({ sql }) => {
      await sql(`insert into prospects (id, name, claimed_at) values ('p', 'Prospect', $1)`, [LONG_AGO])
      for (const email of ['a@reader.test', 'b@reader.test'])
        await sql(`insert into prospect_waiting (prospect_id, email, created_at) values ('p', $1, $2)`, [email, LONG_AGO])
    },
  },
  {
    name: 'partners.delete-old',
    at: NOON,
    give: async (shop) => {
      const { sql } = shop
      await giveMail(shop)
      await sql(`insert into experts (id, slug, name, email) values ('x', 'x', 'X', 'x@experts.test')`)
      await sql(
        `insert into expert_inquiries (id, name, email, message, created_at) values ('i', 'A', 'a@reader.test', 'Text', $1)`,
        [LONG_AGO],
      )
      await sql(`insert into expert_inquiry_recipients (inquiry_id, expert_id, mail_id) values ('i', 'x', 'm')`)
      await sql(`insert into expert_visits (expert_id, day, visits) values ('x', '2023-01-01', 3)`)
      await sql(`insert into prospects (id, name) values ('p', 'Prospect')`)
      await sql(`insert into prospect_waiting (prospect_id, email, created_at) values ('p', 'a@reader.test', $1)`, [LONG_AGO])
    },
  },
  {
    name: 'refunds.resume',
    at: at(0, 5),
    again: at(0, 6),
    give: ({ sql }) =>
      sql(
        `insert into refunds (id, organization_id, sale_id, total, tax, commission, reason, state, lease_until, created_at, updated_at)
         select 'refund', organization_id, id, total, tax, commission, 'requested', 'requested', $1, $1, $1
         from sales where total > 0 order by id limit 1`,
        [NOON],
      ),
    outside: 'provider',
  },
  {
    name: 'payments.cancel-left',
    at: at(0, 5),
    give: ({ sql, acme }) =>
      sql(
        `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away,
           state, failure_code, lease_until, created_at, updated_at, ended_at)
         values ('silent', $1, 'cart', 'c', 100, 'A cart', false, false, 'abandoned', 'provider_silent', $2, $2, $2, $2)`,
        [acme.id, NOON],
      ),
  },
  { name: 'invoices.mail', at: at(0, 5) },
  { name: 'statements.issue', at: at(20) },
  { name: 'books.reconcile', at: at(0, 5), outside: 'log' },
]
