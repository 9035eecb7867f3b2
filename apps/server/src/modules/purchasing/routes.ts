import type { FastifyInstance } from 'fastify'
import { purchaseCart as purchaseEndpoint } from '@marketplace/contracts/carts/endpoints'
import {
  activateDirectCharge,
  activateRecurrentCharge,
  changeRecurrentCharge,
  payOverdueCharge,
} from '@marketplace/contracts/charges/endpoints'
import { ERRORS } from '@marketplace/contracts/core/errors'
import { receivePaymentEvent } from '@marketplace/contracts/payments/endpoints'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { registerEndpoint, registerWebhook } from '../../http/register-endpoint.ts'
import type { Payments } from '../../ports/payments.ts'
import { recordRefusal } from '../audit/index.ts'
import { beginPresenting, presentDirect, presentRecurrent, readCharge, type TellDependencies } from '../charges/index.ts'
import { registerKeyedEndpoint } from '../idempotency/index.ts'
import { activateCharge, type ChargeToActivate } from './activate-charge.ts'
import { changeSubscription, payOverdueRenewal } from './change-subscription.ts'
import type { PurchasingDependencies } from './dependencies.ts'
import { type EventHandlers, receiveEvent } from './provider-events/receive-event.ts'
import { beginPurchase, continuePurchase, keptPurchase } from './purchase-cart.ts'

export type PurchasingRoutes = PurchasingDependencies & {
  payments: Pick<Payments, 'readEvent'>
  telling: TellDependencies
  handlers?: EventHandlers
}

/** Buying: the purchase of a cart, the activation of charges, and the events of the payment provider. */
export const registerPurchasingRoutes = (app: FastifyInstance, routes: PurchasingRoutes): void => {
  const { database, clock, publicUrl, payments, runner, handlers = {} } = routes
  const onFailure = (err: unknown) => app.log.error({ err }, 'a payment could not go on')
  const dependencies = { ...routes, onFailure }

  /** Audits an error if it is a refusal for a missing permission. */
  const auditRefusal = async (who: Caller, action: 'cart.refused' | 'charge.refused', subject: string, error: unknown) => {
    if (error instanceof ApiError && ERRORS[error.code].status === 403)
      await recordRefusal(database, { action, at: clock.now(), who, subject, details: { code: error.code } })
  }
  const audited = async <T>(who: Caller, action: 'cart.refused' | 'charge.refused', subject: string, work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      await auditRefusal(who, action, subject, error)
      throw error
    }
  }

  registerKeyedEndpoint(app, { database, clock }, purchaseEndpoint, {
    write: (transaction, { caller, params: { id }, body }) =>
      beginPurchase(dependencies, transaction, caller, id, body?.checksum),
    keeps: keptPurchase,
    answer: (begun, { caller, params: { id } }) => continuePurchase(dependencies, caller, id, begun),
    failed: (error, { caller, params: { id } }) => auditRefusal(caller, 'cart.refused', id, error),
  })

  const activate = (caller: Caller, address: ChargeToActivate, said: number | undefined) =>
    audited(caller, 'charge.refused', address.id, async () => {
      const { payment, clientSecret } = await activateCharge(dependencies, caller, address, said)
      return { payment, client_secret: clientSecret }
    })
  const showRecurrent = async (caller: Caller, id: string) => {
    const charge = await readCharge(database, 'recurrent_charge', id)
    if (!charge) throw new ApiError('CHARGE_NOT_FOUND')
    return presentRecurrent(charge, await beginPresenting(database, [charge], caller, { publicUrl, at: clock.now() }))
  }
  registerEndpoint(app, activateRecurrentCharge, async ({ caller, params, body }) => {
    const progress = await activate(caller, { ...params, kind: 'recurrent_charge' }, body?.total_price)
    return { ...(await showRecurrent(caller, params.id)), ...progress }
  })
  registerEndpoint(app, changeRecurrentCharge, ({ caller, params: { product, id }, body }) =>
    audited(caller, 'charge.refused', id, async () => {
      const { plan_id: planId, quantity, checksum } = body
      const agreed = { id, product, planId, quantity, checksum, asOf: new Date(body.as_of) }
      const { payment, clientSecret } = await changeSubscription(dependencies, caller, agreed)
      return { ...(await showRecurrent(caller, id)), payment, client_secret: clientSecret }
    }),
  )
  registerEndpoint(app, payOverdueCharge, ({ caller, params, body }) =>
    audited(caller, 'charge.refused', params.id, async () => {
      const { payment, clientSecret } = await payOverdueRenewal(dependencies, caller, params, body?.total_price)
      return { ...(await showRecurrent(caller, params.id)), payment, client_secret: clientSecret }
    }),
  )
  registerEndpoint(app, activateDirectCharge, async ({ caller, params, body }) => {
    const progress = await activate(caller, { ...params, kind: 'direct_charge' }, body?.total_price)
    const charge = await readCharge(database, 'direct_charge', params.id)
    if (!charge) throw new ApiError('CHARGE_NOT_FOUND')
    const presenting = await beginPresenting(database, [charge], caller, { publicUrl, at: clock.now() })
    return { ...presentDirect(charge, presenting), ...progress }
  })

  registerWebhook(app, receivePaymentEvent, payments.readEvent, async (event) => {
    await receiveEvent({ database, clock, runner, handlers }, event)
    return { received: true as const }
  })
}
