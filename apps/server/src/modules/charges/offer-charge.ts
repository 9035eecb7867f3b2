import type { z } from 'zod'
import type { newDirectChargeSchema, newRecurrentChargeSchema } from '@marketplace/contracts/charges/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import type { Transaction } from '../../db/transaction.ts'
import { assertListAllows } from '../application-rules/index.ts'
import { findClient } from '../clients/index.ts'
import { assertPublished } from './assert-published.ts'
import { activeLicense } from './life/active-license.ts'
import { writeCharge } from './life/create-charge.ts'
import { assertBills, type ChargesDependencies } from './dependencies.ts'
import { hadTrial } from './entitlements/entitle.ts'
import type { ChargeRecord } from './records/records.ts'
import { countPending, findApplicationOfClient } from './visible/repository.ts'

/** The most pending offers of one client to an organization. */
const MOST_PENDING = 100

type Offered = Pick<
  z.output<typeof newDirectChargeSchema>,
  'name' | 'price' | 'return_url' | 'order_client_id' | 'per_account' | 'test'
>

/** Checks an offer, and prepares the fields that recurrent and direct charges share. */
const prepare = async (
  { clock, lockCaller, live, isReturnAllowed }: ChargesDependencies,
  transaction: Transaction,
  asking: Caller,
  product: Product,
  offered: Offered & { quantity: number },
) => {
  const caller = await lockCaller(transaction, asking)
  assertBills(caller, product)
  if (offered.test && live) throw new ApiError('TEST_CHARGE_REFUSED')
  const seller = await findClient(transaction, caller.clientId)
  if (offered.return_url !== null && !isReturnAllowed(offered.return_url, seller?.redirectUris ?? []))
    throw new ApiError('RETURN_URL_NOT_REGISTERED')
  const orderClientId = offered.order_client_id ?? caller.clientId
  if (orderClientId !== caller.clientId && !(await findClient(transaction, orderClientId)))
    throw new ApiError('INVALID_PARAMETERS')
  const at = clock.now()
  const license = await activeLicense(transaction, caller, product, at)
  const { organizationId, accountId, clientId } = caller
  if ((await countPending(transaction, organizationId, clientId)) >= MOST_PENDING) throw new ApiError('TOO_MANY_REQUESTS')
  const application = await findApplicationOfClient(transaction, clientId)
  if (application) {
    await assertListAllows(transaction, organizationId, application.id)
    await assertPublished(transaction, { applicationId: application.id, test: offered.test }, at)
  }
  const charge = {
    id: newId(),
    organizationId,
    licenseId: license.id,
    accountId,
    sellerClientId: clientId,
    orderClientId,
    applicationId: application?.id ?? null,
    developerId: application?.developerId ?? null,
    planId: null,
    cartId: null,
    name: offered.name,
    price: offered.price,
    quantity: offered.per_account ? license.seats : offered.quantity,
    perAccount: offered.per_account,
    test: offered.test,
    returnUrl: offered.return_url,
  }
  return { charge, done: { who: caller, at } }
}

/** Offers a recurrent charge with the application's own price to the buyer whose token its client has. */
export const offerRecurrent = async (
  dependencies: ChargesDependencies,
  transaction: Transaction,
  asking: Caller,
  product: Product,
  offered: z.output<typeof newRecurrentChargeSchema>,
): Promise<ChargeRecord> => {
  const { charge, done } = await prepare(dependencies, transaction, asking, product, { ...offered, quantity: 1 })
  const { applicationId, organizationId } = charge
  const hadOne = applicationId !== null && (await hadTrial(transaction, organizationId, applicationId))
  const times = { months: offered.months, trialDays: hadOne ? 0 : offered.trial_days }
  return writeCharge(transaction, { kind: 'recurrent_charge', ...charge, ...times }, done)
}

/** Offers a charge that is paid once. */
export const offerDirect = async (
  dependencies: ChargesDependencies,
  transaction: Transaction,
  asking: Caller,
  product: Product,
  offered: z.output<typeof newDirectChargeSchema>,
): Promise<ChargeRecord> => {
  const { charge, done } = await prepare(dependencies, transaction, asking, product, offered)
  return writeCharge(transaction, { kind: 'direct_charge', ...charge }, done)
}
