import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AppMessage, readMessage } from './read-message.ts'

const OPTIONS = { pluginId: 'app-1', trustedOrigins: ['https://app.example', 'https://trusted.example'], sections: ['Orders'] }
const read = (message: unknown, data: unknown = null) => readMessage({ plugin_id: 'app-1', message, data }, OPTIONS)

const INTENT = {
  name: 'Reports',
  price: 1_000,
  per_account: false,
  test: false,
  return_url: null,
  metadata: {
    type: 'recurrent_charge',
    isExternalTransaction: true,
    icon: 'https://app.example/i.png',
    description: 'More of them',
    showBillingCyclePicker: true,
  },
  months: 1,
  trial_days: 0,
}
const READ_INTENT = {
  name: 'Reports',
  price: 1_000,
  type: 'recurrent_charge',
  icon: 'https://app.example/i.png',
  description: 'More of them',
  showBillingCyclePicker: true,
  months: 1,
  perAccount: false,
  test: false,
  trialDays: 0,
} as const

const BADGE = 'set_fullscreen_widget_notification_badge'
const NAVIGATE = 'navigate_from_fullscreen_widget'

test.each<[message: string, data: unknown, expected: AppMessage | null]>([
  ['plugin_inited', null, { kind: 'inited' }],
  [BADGE, 3, { kind: 'badge', count: 3 }],
  [BADGE, null, { kind: 'badge', count: null }],
  [BADGE, 1e12, { kind: 'badge', count: 9_999 }],
  [BADGE, -1, null],
  [BADGE, 1.5, null],
  [BADGE, '3', null],
  [BADGE, Number.NaN, null],
  [NAVIGATE, '/settings?x=1#y', { kind: 'navigate', path: '/settings?x=1#y' }],
  [NAVIGATE, '//elsewhere.example/', null],
  [NAVIGATE, '/\\elsewhere.example/', null],
  [NAVIGATE, 'https://elsewhere.example/', null],
  [NAVIGATE, 'javascript:alert(1)', null],
  [NAVIGATE, '/chats/../../operator', null],
  [NAVIGATE, '/chats/%2e%2e/operator', null],
  [NAVIGATE, '..', null],
  [NAVIGATE, '/\t/elsewhere.example', null],
  [NAVIGATE, `/${'a'.repeat(3_000)}`, null],
  [NAVIGATE, { pathname: '/' }, null],
  ['set_reports_filters', { agents: ['a'] }, { kind: 'reports-filters', filters: { agents: ['a'] } }],
  ['set_reports_filters', ['a'], null],
  ['redirect', 'https://trusted.example/a?b', { kind: 'redirect', address: 'https://trusted.example/a?b' }],
  ['redirect', 'https://app.example/', { kind: 'redirect', address: 'https://app.example/' }],
  ['redirect', 'https://elsewhere.example/', null],
  ['redirect', 'https://trusted.example.elsewhere.example/', null],
  ['redirect', 'https://me:secret@trusted.example/', null],
  ['redirect', 'javascript:alert(1)//https://trusted.example', null],
  ['redirect', '/path', null],
  ['set_toast', { content: ' Saved ', kind: 'success' }, { kind: 'toast', content: 'Saved', tone: 'success' }],
  ['set_toast', { content: 'Not saved', kind: 'error' }, { kind: 'toast', content: 'Not saved', tone: 'error' }],
  [
    'set_toast',
    { content: '.\u00a0\u00a0\u2003\u3164 Saved\n\u2028.', kind: 'error' },
    { kind: 'toast', content: '. Saved .', tone: 'error' },
  ],
  ['set_toast', { content: 'Saved', kind: 'loud' }, null],
  ['set_toast', { content: '\u202e', kind: 'success' }, null],
  ['set_toast', { content: 'x'.repeat(201), kind: 'success' }, null],
  ['track', { event_name: 'opened', event_properties: { a: 1 } }, { kind: 'track', name: 'opened', properties: { a: 1 } }],
  ['track', { event_name: 7, event_properties: {} }, null],
  ['put_message', 'Hello', { kind: 'put-message', text: 'Hello' }],
  ['put_messagebox_message', { type: 'message', value: 'Hi\nthere' }, { kind: 'put-message', text: 'Hi\nthere' }],
  ['put_messagebox_message', { type: 'rich_message', payload: {} }, null],
  ['register_transaction_pending', { paymentIntent: INTENT }, { kind: 'transaction-pending', intent: READ_INTENT }],
  // The data that the published SDK sends for a direct charge of Billing.
  [
    'register_transaction_pending',
    { paymentIntent: { ...INTENT, months: null, trial_days: null } },
    {
      kind: 'transaction-pending',
      intent: { ...READ_INTENT, type: 'direct_charge', showBillingCyclePicker: false, months: null },
    },
  ],
  ['register_transaction_pending', { paymentIntent: { ...INTENT, months: undefined } }, { kind: 'transaction-unreadable' }],
  ['register_transaction_pending', { paymentIntent: { ...INTENT, months: 13 } }, { kind: 'transaction-unreadable' }],
  ['register_transaction_pending', { paymentIntent: { ...INTENT, price: -1 } }, { kind: 'transaction-unreadable' }],
  ['register_transaction_pending', null, { kind: 'transaction-unreadable' }],
  [
    'register_transaction_success',
    { charge: { id: 'c-1', months: 1, price: 1 } },
    { kind: 'transaction-success', charge: { id: 'c-1', type: 'recurrent_charge' } },
  ],
  [
    'register_transaction_success',
    { charge: { id: 'c-1', quantity: 1, months: null } },
    { kind: 'transaction-success', charge: { id: 'c-1', type: 'direct_charge' } },
  ],
  [
    'register_transaction_success',
    { charge: { id: 'c-1', quantity: 1 } },
    { kind: 'transaction-success', charge: { id: 'c-1', type: 'direct_charge' } },
  ],
  ['register_transaction_success', { charge: { id: '../c-1' } }, { kind: 'transaction-unreadable' }],
  ['register_transaction_failure', { error: new Error('No') }, { kind: 'transaction-failure', reason: 'No' }],
  ['register_transaction_failure', { error: 'No' }, { kind: 'transaction-failure', reason: 'No' }],
  ['register_transaction_failure', null, { kind: 'transaction-failure', reason: null }],
  ['constructor', {}, null],
  ['__proto__', {}, null],
  ['open_chat_widget', null, null],
])('%s with %j', (message, data, expected) => {
  expect(read(message, data)).toEqual(expected)
})

test('a section is filled with the components that are known, under a title that the placement has', () => {
  const components = [
    { type: 'title', data: { title: 'Order 7', imgUrl: 'javascript:alert(1)', imgSize: 'big', link: 'https://app.example/7' } },
    { type: 'label_value', data: { label: 'Total', value: '$7' } },
    { type: 'button', data: { label: 'Refund', id: 'refund', primary: true } },
    { type: 'button', data: { label: 'Without an id' } },
    { type: 'link', data: { url: 'javascript:alert(1)' } },
    { type: 'link', data: { url: 'https://app.example/', value: 'The order' } },
    { type: 'line' },
    { type: 'tags', data: { tags: ['new', 7, 'vip'] } },
    { type: 'toString', data: {} },
    null,
  ]
  expect(read('customer_details_section', { title: 'Orders', components })).toEqual({
    kind: 'section',
    section: {
      title: 'Orders',
      components: [
        {
          type: 'title',
          title: 'Order 7',
          value: null,
          description: null,
          picture: null,
          size: 'big',
          url: 'https://app.example/7',
        },
        { type: 'label_value', label: 'Total', value: '$7', url: null },
        { type: 'button', label: 'Refund', id: 'refund', primary: true },
        { type: 'link', url: 'https://app.example/', text: 'The order' },
        { type: 'line' },
        { type: 'tags', label: null, tags: ['new', 'vip'] },
      ],
    },
  })
  expect(read('customer_details_section', { title: 'Elsewhere', components })).toBeNull()
  expect(read('customer_details_section', { title: 'Orders', components: [] })).toBeNull()
  expect(read('customer_details_section', { title: 'Orders', components: 'all' })).toBeNull()
})

test('an application speaks for itself only', () => {
  expect(readMessage({ plugin_id: 'app-2', message: BADGE, data: 1 }, OPTIONS)).toBeNull()
  // A page of the application that omits the parameter. It is identified by its window and origin.
  expect(readMessage({ plugin_id: null, message: BADGE, data: 1 }, OPTIONS)).toEqual({ kind: 'badge', count: 1 })
  for (const given of [null, undefined, 'text', 7, [], () => {}]) expect(readMessage(given, OPTIONS)).toBeNull()
})

const NAMES = ['set_toast', 'redirect', 'track', 'customer_details_section', 'register_transaction_pending', NAVIGATE, BADGE]

test('whatever comes, nothing is thrown, and no address or path leads elsewhere', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), fc.oneof(fc.anything(), fc.webUrl(), fc.webPath()), (name, data) => {
      const message = read(name, data)
      if (message?.kind === 'redirect') expect(OPTIONS.trustedOrigins).toContain(new URL(message.address).origin)
      if (message?.kind === 'navigate') expect(new URL(message.path, 'https://own.example').origin).toBe('https://own.example')
    }),
    { numRuns: 500 },
  )
})
