import { z } from 'zod'
import { type AccountAccess, accountWith, endpoint } from '../core/endpoint.ts'
import { PRODUCTS } from '../core/enumerations.ts'
import type { ErrorCode } from '../core/errors.ts'
import { buyRefusals, changes, idParameter, limit, params, signedIn } from '../core/product-calls.ts'
import { queryNumber } from '../core/query-number.ts'
import {
  agreementBodySchema,
  chargeChangeBodySchema,
  chargeChangePreviewSchema,
  chargeChangeQuerySchema,
  directChargeSchema,
  newDirectChargeSchema,
  newRecurrentChargeSchema,
  paymentProgressSchema,
  planChargeBodySchema,
  planChargeSchema,
  recurrentChargeSchema,
} from './schemas.ts'
import { DIRECT_STATES, RECURRENT_STATUSES } from './states.ts'

/** People who may pay for the organization. */
const PAYS = accountWith('manageBilling')
/** Only the marketplace's own client, so that no application agrees to a charge for the buyer. */
const AGREES = accountWith('manageBilling', { client: 'marketplace' })
/** Only applications set prices, with their customer's consent to billing. */
const OFFERS = accountWith('manageBilling', { client: 'application' })

const ofProduct = z.object({ product: z.enum(PRODUCTS) })
const oneCharge = z.object({ product: z.enum(PRODUCTS), id: idParameter })
const page = queryNumber(1, 10_000).default(1)
const orderClient = z.string().max(100).optional()

const reads: readonly ErrorCode[] = [...signedIn, 'FORBIDDEN', 'CHARGE_NOT_FOUND']
const steps: readonly ErrorCode[] = [...changes, 'FORBIDDEN', 'CHARGE_NOT_FOUND', 'CHARGE_STATE', 'LICENSE_INACTIVE']
const agrees: readonly ErrorCode[] = [
  ...steps,
  'INVALID_PARAMETERS',
  'PRICE_CHANGED',
  'APPLICATION_NOT_ALLOWED',
  'APPLICATION_NOT_FOUND',
]
const pays: readonly ErrorCode[] = [
  ...steps,
  'INVALID_PARAMETERS',
  'PAYMENT_RUNNING',
  'CARD_DECLINED',
  'CARD_NEEDED',
  'TOTAL_TOO_SMALL',
  'TOTAL_TOO_LARGE',
  'COUPON_NOT_FOUND',
  'COUPON_EXPIRED',
  'COUPON_USED_UP',
  'APPLICATION_NOT_FOUND',
  ...buyRefusals,
  'PRICE_CHANGED',
  'PAYMENTS_UNAVAILABLE',
]
const creates: readonly ErrorCode[] = [
  ...changes,
  'INVALID_PARAMETERS',
  'FORBIDDEN',
  'LICENSE_INACTIVE',
  'RETURN_URL_NOT_REGISTERED',
  'TEST_CHARGE_REFUSED',
]
/** The errors of an endpoint with an Idempotency-Key. */
const keeps: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED', 'REQUEST_RUNNING']

const recurrentAfterPayment = recurrentChargeSchema.extend(paymentProgressSchema.shape)
const directAfterPayment = directChargeSchema.extend(paymentProgressSchema.shape)

export const createPlanCharge = endpoint({
  id: 'createPlanCharge',
  api: 'product',
  method: 'POST',
  path: '/applications/{id}/create-charge',
  access: PAYS,
  summary: 'Creates the charge for a plan of an application',
  params,
  body: planChargeBodySchema,
  ok: { description: 'The pending charge for the same plan that the organization has already', body: planChargeSchema },
  also: { 201: { description: 'The new charge', body: planChargeSchema } },
  // This endpoint needs no Idempotency-Key: if the plan has a pending charge, the answer is that charge.
  errors: [
    ...creates,
    'APPLICATION_NOT_FOUND',
    'PLAN_NOT_FOUND',
    'NOT_FOR_SALE',
    'TOTAL_TOO_SMALL',
    'TOTAL_TOO_LARGE',
    'COUPON_NOT_FOUND',
    'COUPON_EXPIRED',
    'COUPON_USED_UP',
    'CARD_NUMBER_SENT',
    ...buyRefusals,
  ],
  limit,
})

export const listRecurrentCharges = endpoint({
  id: 'listRecurrentCharges',
  api: 'billing',
  method: 'GET',
  path: '/recurrent_charge/{product}',
  access: PAYS,
  summary: 'Recurrent charges, the oldest first, 20 a page: the organization’s, or for an application’s client its own',
  params: ofProduct,
  query: z.object({ page, status: z.enum(RECURRENT_STATUSES).optional(), order_client_id: orderClient }),
  ok: { description: 'Charges', body: z.object({ result: z.array(recurrentChargeSchema) }) },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN'],
})

export const getRecurrentCharge = endpoint({
  id: 'getRecurrentCharge',
  api: 'billing',
  method: 'GET',
  path: '/recurrent_charge/{product}/{id}',
  access: PAYS,
  summary: 'A recurrent charge',
  params: oneCharge,
  ok: { description: 'The charge', body: recurrentChargeSchema },
  errors: reads,
})

export const createRecurrentCharge = endpoint({
  id: 'createRecurrentCharge',
  api: 'billing',
  method: 'POST',
  path: '/recurrent_charge/{product}',
  access: OFFERS,
  summary: 'Offers a recurrent charge to the buyer whose token an application’s client sends',
  params: ofProduct,
  body: newRecurrentChargeSchema,
  ok: { description: 'The pending charge', body: recurrentChargeSchema },
  also: { 201: { description: 'The pending charge', body: recurrentChargeSchema } },
  idempotent: true,
  errors: [...creates, ...keeps, 'APPLICATION_NOT_FOUND'],
  limit,
})

const recurrentStep = <const Id extends string, const Step extends string>(
  id: Id,
  step: Step,
  summary: string,
  { access = PAYS, more = [] }: { access?: AccountAccess<'manageBilling'>; more?: readonly ErrorCode[] } = {},
) =>
  endpoint({
    id,
    api: 'billing',
    method: 'PUT',
    path: `/recurrent_charge/{product}/{id}/${step}` as const,
    access,
    summary,
    params: oneCharge,
    ok: { description: 'The charge; the same again if it was so already', body: recurrentChargeSchema },
    errors: [...steps, ...more],
    limit,
  })

export const acceptRecurrentCharge = endpoint({
  id: 'acceptRecurrentCharge',
  api: 'billing',
  method: 'PUT',
  path: '/recurrent_charge/{product}/{id}/accept',
  access: AGREES,
  summary: 'Agrees to pay a charge, at the total that was shown',
  params: oneCharge,
  body: agreementBodySchema,
  ok: { description: 'The charge; the same again if it was so already', body: recurrentChargeSchema },
  errors: agrees,
  limit,
})
export const declineRecurrentCharge = recurrentStep('declineRecurrentCharge', 'decline', 'Refuses a charge for good', {
  access: AGREES,
})
export const cancelRecurrentCharge = recurrentStep(
  'cancelRecurrentCharge',
  'cancel',
  'Ends a charge: it is never paid again, and what was paid lasts to the end of its period',
  { more: ['PAYMENT_RUNNING'] },
)
export const archiveRecurrentCharge = recurrentStep('archiveRecurrentCharge', 'archive', 'Takes an ended charge off the list')

export const payOverdueCharge = endpoint({
  id: 'payOverdueCharge',
  api: 'billing',
  method: 'PUT',
  path: '/recurrent_charge/{product}/{id}/pay',
  access: AGREES,
  summary: 'Pays for a renewal that has failed, while its buyer is there to answer the bank',
  params: oneCharge,
  body: agreementBodySchema,
  ok: {
    description: 'The charge; `payment` says whether it is paid, on its way, or waits for the bank',
    body: recurrentAfterPayment,
  },
  errors: [
    ...steps,
    'INVALID_PARAMETERS',
    'PRICE_CHANGED',
    'PAYMENT_RUNNING',
    'NOT_FOR_SALE',
    'CARD_DECLINED',
    'CARD_NEEDED',
    'TOTAL_TOO_LARGE',
    'PAYMENTS_UNAVAILABLE',
  ],
  limit,
})

const CHANGE = '/recurrent_charge/{product}/{id}/change'
const changing: readonly ErrorCode[] = [...steps, 'INVALID_PARAMETERS', 'PLAN_NOT_FOUND', 'NOT_FOR_SALE', 'PAYMENT_RUNNING']

export const previewChargeChange = endpoint({
  id: 'previewChargeChange',
  api: 'billing',
  method: 'GET',
  path: CHANGE,
  access: AGREES,
  summary: 'What another plan or number of seats costs: at once, and from the next renewal on',
  params: oneCharge,
  query: chargeChangeQuerySchema,
  ok: { description: 'What it costs, with the checksum that agrees to it', body: chargeChangePreviewSchema },
  errors: changing.filter((code) => code !== 'TOO_MANY_REQUESTS'),
})

export const changeRecurrentCharge = endpoint({
  id: 'changeRecurrentCharge',
  api: 'billing',
  method: 'PUT',
  path: CHANGE,
  access: AGREES,
  summary: 'Changes plan or seats as it was shown. If it costs anything else now, nothing is charged',
  params: oneCharge,
  body: chargeChangeBodySchema,
  ok: {
    description: 'The charge; `payment` says whether it is done, on its way, or waits for the bank',
    body: recurrentAfterPayment,
  },
  errors: [
    ...changing,
    'APPLICATION_NOT_ALLOWED',
    'PRICE_CHANGED',
    'CARD_DECLINED',
    'CARD_NEEDED',
    'TOTAL_TOO_LARGE',
    'PAYMENTS_UNAVAILABLE',
  ],
  limit,
})

export const undoChargeChange = endpoint({
  id: 'undoChargeChange',
  api: 'billing',
  method: 'DELETE',
  path: CHANGE,
  access: AGREES,
  summary: 'Takes back what the next renewal would have changed',
  params: oneCharge,
  ok: { description: 'The charge; the same again if nothing was put off', body: recurrentChargeSchema },
  errors: [...steps],
  limit,
})

export const activateRecurrentCharge = endpoint({
  id: 'activateRecurrentCharge',
  api: 'billing',
  method: 'PUT',
  path: '/recurrent_charge/{product}/{id}/activate',
  access: PAYS,
  summary: 'Starts an accepted charge: its first payment, or its trial',
  params: oneCharge,
  body: agreementBodySchema,
  ok: {
    description: 'The charge; `payment` says whether it is paid, on its way, or waits for the bank',
    body: recurrentAfterPayment,
  },
  errors: pays,
  limit,
})

export const listDirectCharges = endpoint({
  id: 'listDirectCharges',
  api: 'billing',
  method: 'GET',
  path: '/direct_charge/{product}',
  access: PAYS,
  summary: 'Direct charges, the oldest first, 20 a page: the organization’s, or for an application’s client its own',
  params: ofProduct,
  query: z.object({ page, status: z.enum(DIRECT_STATES).optional(), order_client_id: orderClient }),
  ok: { description: 'Charges', body: z.object({ result: z.array(directChargeSchema) }) },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN'],
})

export const getDirectCharge = endpoint({
  id: 'getDirectCharge',
  api: 'billing',
  method: 'GET',
  path: '/direct_charge/{product}/{id}',
  access: PAYS,
  summary: 'A direct charge',
  params: oneCharge,
  ok: { description: 'The charge', body: directChargeSchema },
  errors: reads,
})

export const createDirectCharge = endpoint({
  id: 'createDirectCharge',
  api: 'billing',
  method: 'POST',
  path: '/direct_charge/{product}',
  access: OFFERS,
  summary: 'Offers a direct charge to the buyer whose token an application’s client sends',
  params: ofProduct,
  body: newDirectChargeSchema,
  ok: { description: 'The pending charge', body: directChargeSchema },
  also: { 201: { description: 'The pending charge', body: directChargeSchema } },
  idempotent: true,
  errors: [...creates, ...keeps, 'APPLICATION_NOT_FOUND'],
  limit,
})

export const acceptDirectCharge = endpoint({
  id: 'acceptDirectCharge',
  api: 'billing',
  method: 'PUT',
  path: '/direct_charge/{product}/{id}/accept',
  access: AGREES,
  summary: 'Agrees to pay a charge, at the total that was shown',
  params: oneCharge,
  body: agreementBodySchema,
  ok: { description: 'The charge; the same again if it was so already', body: directChargeSchema },
  errors: agrees,
  limit,
})
export const declineDirectCharge = endpoint({
  id: 'declineDirectCharge',
  api: 'billing',
  method: 'PUT',
  path: '/direct_charge/{product}/{id}/decline',
  access: AGREES,
  summary: 'Refuses a charge for good',
  params: oneCharge,
  ok: { description: 'The charge; the same again if it was so already', body: directChargeSchema },
  errors: steps,
  limit,
})

export const activateDirectCharge = endpoint({
  id: 'activateDirectCharge',
  api: 'billing',
  method: 'PUT',
  path: '/direct_charge/{product}/{id}/activate',
  access: PAYS,
  summary: 'Pays an accepted charge. For the marketplace’s own client a pending one is accepted first',
  params: oneCharge,
  body: agreementBodySchema,
  ok: {
    description: 'The charge; `payment` says whether it is paid, on its way, or waits for the bank',
    body: directAfterPayment,
  },
  errors: pays,
  limit,
})
