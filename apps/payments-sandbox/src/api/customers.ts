import { askBank } from '../cards/use-card.ts'
import { readCard } from '../cards/read-card.ts'
import { newId } from '../ledger/new-id.ts'
import type { CardRow, CustomerRow } from '../ledger/rows.ts'
import { type Call, emit, ok, type Route } from './call.ts'
import { answerList } from './list.ts'
import { presentCard, presentCustomer } from './present.ts'
import { type Answer, badParameter, cardErrorOf, invalid, missing, presentCardError, Refusal } from './refusal.ts'

const createCustomer = ({ transaction, parameters, now }: Call): Answer => {
  const row: CustomerRow = {
    id: newId('cus'),
    createdAt: now,
    email: parameters.text('email') ?? null,
    name: parameters.text('name') ?? null,
    metadata: parameters.metadata() ?? {},
  }
  parameters.end()
  transaction.put('customers', row)
  return ok(presentCustomer(row))
}

const customerOf = (call: Call): CustomerRow => {
  const row = call.transaction.get('customers', call.id)
  if (!row) throw missing('customer', call.id)
  return row
}

const cardOf = (call: Call, id = call.id): CardRow => {
  const row = call.transaction.get('cards', id)
  if (!row) throw missing('PaymentMethod', id, 'payment_method')
  return row
}

/** Only the sandbox's own card field may send card numbers. If the server sends one, that is a mistake, so the request is refused. */
const createCard = ({ transaction, parameters, now, caller }: Call): Answer => {
  parameters.oneOf('type', ['card'])
  if (caller === 'secret')
    throw new Refusal(402, 'invalid_request_error', 'Card numbers are entered in the browser. A server never sends them.', {
      kept: false,
    })
  const entered = {
    number: parameters.required('card[number]'),
    expMonth: parameters.required('card[exp_month]'),
    expYear: parameters.required('card[exp_year]'),
    code: parameters.required('card[cvc]'),
  }
  parameters.end()
  const read = readCard(entered, now)
  if ('message' in read)
    throw new Refusal(402, 'card_error', read.message, {
      code: read.code,
      param: read.param,
      extra: read.declineCode === null ? {} : { decline_code: read.declineCode },
    })
  const row: CardRow = { id: newId('pm'), createdAt: now, customer: null, setUp: false, spent: false, ...read }
  transaction.put('cards', row)
  return ok(presentCard(row))
}

const attach = (call: Call): Answer => {
  const { transaction, parameters, now } = call
  const customer = parameters.required('customer')
  parameters.end()
  const card = cardOf(call)
  if (!transaction.get('customers', customer)) throw missing('customer', customer, 'customer')
  if (card.customer === customer) return ok(presentCard(card))
  if (card.spent || card.customer !== null)
    throw invalid('This PaymentMethod was used or attached before and cannot be attached to a customer.', {
      param: 'payment_method',
    })
  const bank = askBank(card, { purpose: 'setup', ownerAway: false, authenticated: true, now })
  if (bank.answer === 'no') return { status: 402, body: { error: presentCardError(cardErrorOf(bank.because, card.id), null) } }
  const row: CardRow = { ...card, customer }
  transaction.put('cards', row)
  emit(call, 'payment_method.attached', presentCard(row))
  return ok(presentCard(row))
}

const detach = (call: Call): Answer => {
  call.parameters.end()
  const card = cardOf(call)
  if (card.customer === null)
    throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.', {
      param: 'payment_method',
    })
  const row: CardRow = { ...card, customer: null, spent: true }
  call.transaction.put('cards', row)
  emit(call, 'payment_method.detached', presentCard(row))
  return ok(presentCard(row))
}

/** Changes a card's expiry date, as banks do when they renew a card. Tests use it to let a card expire. */
const update = (call: Call): Answer => {
  const expMonth = call.parameters.integer('card[exp_month]', 1)
  const expYear = call.parameters.integer('card[exp_year]', 2000)
  call.parameters.end()
  const card = cardOf(call)
  if (expMonth !== undefined && expMonth > 12) throw badParameter('invalid_expiry_month', 'card[exp_month]', 'Invalid month.')
  const row: CardRow = { ...card, expMonth: expMonth ?? card.expMonth, expYear: expYear ?? card.expYear }
  call.transaction.put('cards', row)
  emit(call, 'payment_method.updated', presentCard(row))
  return ok(presentCard(row))
}

export const CUSTOMERS: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', handle: createCustomer },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    handle: (call) => {
      call.parameters.end()
      return ok(presentCustomer(customerOf(call)))
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    handle: (call) => {
      const { id } = customerOf(call)
      call.parameters.oneOf('type', ['card'])
      return answerList(call, 'cards', `customers/${id}/payment_methods`, (row) => row.customer === id, presentCard)
    },
  },
  { method: 'POST', path: '/v1/payment_methods', browser: true, handle: createCard },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    handle: (call) => {
      call.parameters.end()
      return ok(presentCard(cardOf(call)))
    },
  },
  { method: 'POST', path: '/v1/payment_methods/:id', handle: update },
  { method: 'POST', path: '/v1/payment_methods/:id/attach', handle: attach },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', handle: detach },
]
