import type { FastifyInstance } from 'fastify'
import {
  acceptDirectCharge,
  acceptRecurrentCharge,
  archiveRecurrentCharge,
  cancelRecurrentCharge,
  createDirectCharge,
  createPlanCharge,
  createRecurrentCharge,
  declineDirectCharge,
  declineRecurrentCharge,
  getDirectCharge,
  getRecurrentCharge,
  listDirectCharges,
  listRecurrentCharges,
  previewChargeChange,
  undoChargeChange,
} from '@marketplace/contracts/charges/endpoints'
import { RECURRENT_STATES, type RecurrentStatus } from '@marketplace/contracts/charges/states'
import { shownStatus } from '@marketplace/domain/buying/charge-states'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { hasCardNumber } from '@marketplace/domain/buying/card-numbers'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { answered } from '../../http/status-answer.ts'
import {
  acceptDirect,
  acceptRecurrent,
  archiveRecurrent,
  cancelRecurrent,
  declineDirect,
  declineRecurrent,
  undoRecurrentChange,
} from './change-charge.ts'
import { registerKeyedEndpoint } from '../idempotency/index.ts'
import { previewChange } from './changes/quote-change.ts'
import { chargePlan } from './charge-plan.ts'
import { assertBills, type ChargesDependencies } from './dependencies.ts'
import { offerDirect, offerRecurrent } from './offer-charge.ts'
import { beginPresenting, presentDirect, presentRecurrent } from './present.ts'
import type { ChargeRecord, DirectRecord, RecurrentRecord } from './records/records.ts'
import { readCharge } from './records/repository.ts'
import { findVisible, listDirect, listRecurrent } from './visible/repository.ts'

const statesOf = (status: RecurrentStatus | undefined) =>
  status === undefined ? null : RECURRENT_STATES.filter((state) => shownStatus(state) === status)

/** Endpoints of charges. Applications offer them, buyers accept or decline them, and both read them. */
export const registerChargesRoutes = (app: FastifyInstance, dependencies: ChargesDependencies): void => {
  const { database, clock, publicUrl } = dependencies
  const presenting = (charges: readonly ChargeRecord[], caller: Caller, { listed }: { listed: boolean }) =>
    beginPresenting(database, charges, caller, { publicUrl, at: clock.now(), listed })
  const oneRecurrent = async (charge: RecurrentRecord | null, caller: Caller) => {
    if (!charge) throw new ApiError('CHARGE_NOT_FOUND')
    return presentRecurrent(charge, await presenting([charge], caller, { listed: false }))
  }
  const oneDirect = async (charge: DirectRecord | null, caller: Caller) => {
    if (!charge) throw new ApiError('CHARGE_NOT_FOUND')
    return presentDirect(charge, await presenting([charge], caller, { listed: false }))
  }

  registerEndpoint(app, createPlanCharge, async ({ caller, params: { id: applicationId }, body: asked }) => {
    const { plan_id: planId, coupon: couponCode = null } = asked
    // People enter only the coupon. The plan’s id may have the digits of a card number by chance.
    if (couponCode !== null && hasCardNumber(couponCode)) throw new ApiError('CARD_NUMBER_SENT')
    const { charge, isNew } = await chargePlan(dependencies, caller, { applicationId, planId, couponCode })
    const body =
      charge.kind === 'recurrent_charge'
        ? { type: charge.kind, ...(await oneRecurrent(charge, caller)) }
        : { type: charge.kind, ...(await oneDirect(charge, caller)) }
    return isNew ? answered(createPlanCharge, { status: 201, body }) : body
  })

  registerEndpoint(app, listRecurrentCharges, async ({ caller, params: { product }, query }) => {
    assertBills(caller, product)
    const { page, status, order_client_id: orderClientId = null } = query
    const found = await listRecurrent(database, caller, { product, page, orderClientId }, statesOf(status))
    const shown = await presenting(found, caller, { listed: true })
    return { result: found.map((charge) => presentRecurrent(charge, shown)) }
  })
  registerEndpoint(app, getRecurrentCharge, async ({ caller, params }) => {
    assertBills(caller, params.product)
    return oneRecurrent(await findVisible(database, caller, { ...params, kind: 'recurrent_charge' }), caller)
  })
  registerKeyedEndpoint(app, { database, clock }, createRecurrentCharge, {
    write: (transaction, { caller, params: { product }, body }) =>
      offerRecurrent(dependencies, transaction, caller, product, body),
    keeps: ({ id }) => ({ id }),
    answer: async ({ id }, { caller }) => {
      const charge = await readCharge(database, 'recurrent_charge', id)
      return answered(createRecurrentCharge, { status: 201, body: await oneRecurrent(charge, caller) })
    },
  })
  registerEndpoint(app, acceptRecurrentCharge, async ({ caller, params, body }) =>
    oneRecurrent(await acceptRecurrent(dependencies, caller, params, body?.total_price), caller),
  )
  registerEndpoint(app, declineRecurrentCharge, async ({ caller, params }) =>
    oneRecurrent(await declineRecurrent(dependencies, caller, params), caller),
  )
  registerEndpoint(app, cancelRecurrentCharge, async ({ caller, params }) =>
    oneRecurrent(await cancelRecurrent(dependencies, caller, params), caller),
  )
  registerEndpoint(app, archiveRecurrentCharge, async ({ caller, params }) =>
    oneRecurrent(await archiveRecurrent(dependencies, caller, params), caller),
  )

  registerEndpoint(app, previewChargeChange, async ({ caller, params: { product, id }, query, reply }) => {
    assertBills(caller, product)
    const charge = await findVisible(database, caller, { product, id, kind: 'recurrent_charge' })
    if (!charge) throw new ApiError('CHARGE_NOT_FOUND')
    const [at, { plan_id: planId, quantity }] = [clock.now(), query]
    reply.header('cache-control', 'no-store')
    return previewChange(database, caller, charge, { product, planId, quantity, at, asOf: at })
  })
  registerEndpoint(app, undoChargeChange, async ({ caller, params }) =>
    oneRecurrent(await undoRecurrentChange(dependencies, caller, params), caller),
  )

  registerEndpoint(app, listDirectCharges, async ({ caller, params: { product }, query }) => {
    assertBills(caller, product)
    const { page, status = null, order_client_id: orderClientId = null } = query
    const found = await listDirect(database, caller, { product, page, orderClientId }, status)
    const shown = await presenting(found, caller, { listed: true })
    return { result: found.map((charge) => presentDirect(charge, shown)) }
  })
  registerEndpoint(app, getDirectCharge, async ({ caller, params }) => {
    assertBills(caller, params.product)
    return oneDirect(await findVisible(database, caller, { ...params, kind: 'direct_charge' }), caller)
  })
  registerKeyedEndpoint(app, { database, clock }, createDirectCharge, {
    write: (transaction, { caller, params: { product }, body }) => offerDirect(dependencies, transaction, caller, product, body),
    keeps: ({ id }) => ({ id }),
    answer: async ({ id }, { caller }) => {
      const charge = await readCharge(database, 'direct_charge', id)
      return answered(createDirectCharge, { status: 201, body: await oneDirect(charge, caller) })
    },
  })
  registerEndpoint(app, acceptDirectCharge, async ({ caller, params, body }) =>
    oneDirect(await acceptDirect(dependencies, caller, params, body?.total_price), caller),
  )
  registerEndpoint(app, declineDirectCharge, async ({ caller, params }) =>
    oneDirect(await declineDirect(dependencies, caller, params), caller),
  )
}
