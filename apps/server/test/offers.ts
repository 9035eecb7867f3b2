// Charges that an application's client offers to acme, for tests of what happens to them.
import { randomUUID } from 'node:crypto'
import { SELLER } from './sellers.ts'
import { createToken } from './people.ts'
import type { Shop } from './purchases.ts'

export type Offer = { kind: 'recurrent_charge' | 'direct_charge'; id: string }

type Offering = { kind?: Offer['kind']; state?: string; applicationId?: string | null }

/** A charge of 2,500 cents before tax, for one piece or each month. */
export const offerTo = async (
  { acme, sql, clock }: Shop,
  { kind = 'direct_charge', state = 'pending', applicationId = null }: Offering = {},
): Promise<Offer> => {
  const id = randomUUID()
  const recurrent = kind === 'recurrent_charge'
  await sql(
    `insert into ${kind}s (id, organization_id, license_id, account_id, seller_client_id, order_client_id, application_id, name, price,
       quantity, per_account, test, commission_percent, created_at, updated_at, state ${recurrent ? ', months, trial_days' : ''})
     select $1, $2, l.id, $3, $4, $4, $7, $1, 2500, 1, false, false, 20, $5, $5, $6 ${recurrent ? ', 1, 0' : ''}
     from licenses l where l.organization_id = $2 and l.product = 'livechat'`,
    [id, acme.id, acme.people.owner.accountId, SELLER, clock.now(), state, applicationId],
  )
  return { id, kind }
}

export const pathOf = ({ kind, id }: Offer): string => `/billing/v3/${kind}/livechat/${id}`

/** A token of the application's client for acme's owner. */
export const sellerOf = async ({ store, acme, sql }: Shop): Promise<{ token: string }> => {
  const token = await createToken(store, acme.people.owner, 'dal', { clientId: SELLER, scopes: ['billing_manage'] })
  await sql(`update tokens set expires_at = '2100-01-01'`)
  return { token }
}
