import { type Fields, fieldsOf, pathOf, addressOf, textOf, wholeOf } from './fields.ts'
import { type PaymentIntent, readChargeId, readFailure, readIntent } from './payments.ts'
import { readSection, type Section } from './sections.ts'

/** A request of a framed application to its host. */
export type AppMessage =
  | { kind: 'inited' }
  | { kind: 'badge'; count: number | null }
  | { kind: 'navigate'; path: string }
  | { kind: 'reports-filters'; filters: Fields }
  /** An address to which the application wants to navigate the window. */
  | { kind: 'redirect'; address: string }
  | { kind: 'toast'; content: string; tone: 'success' | 'error' }
  | { kind: 'track'; name: string; properties: Fields }
  | { kind: 'section'; section: Section }
  /** A text for the message box. */
  | { kind: 'put-message'; text: string }
  | { kind: 'transaction-pending'; intent: PaymentIntent }
  | { kind: 'transaction-success'; charge: { id: string; type: PaymentIntent['type'] } }
  | { kind: 'transaction-failure'; reason: string | null }
  /** A transaction whose data cannot be read. The application is told that it has failed. */
  | { kind: 'transaction-unreadable' }

export type ReadOptions = {
  pluginId: string
  /** The origins to which the application may navigate the window. */
  trustedOrigins: readonly string[]
  /** The titles of the sections that the application may fill. */
  sections: readonly string[]
}

type Read = (data: unknown, options: ReadOptions) => AppMessage | null

const BADGE_MOST = 9_999
const TOAST_LONGEST = 200
const MESSAGE_LONGEST = 10_000

const messageText = (data: unknown): string | null => {
  const text = typeof data === 'string' ? data.trim() : ''
  return text && text.length <= MESSAGE_LONGEST ? text : null
}

const READERS: ReadonlyMap<unknown, Read> = new Map<unknown, Read>([
  ['plugin_inited', () => ({ kind: 'inited' })],
  [
    'set_fullscreen_widget_notification_badge',
    (data) => {
      const count = data === null ? 0 : wholeOf(data, 0, Number.MAX_SAFE_INTEGER)
      return count === null ? null : { kind: 'badge', count: data === null ? null : Math.min(count, BADGE_MOST) }
    },
  ],
  [
    'navigate_from_fullscreen_widget',
    (data) => {
      const path = pathOf(data)
      return path === null ? null : { kind: 'navigate', path }
    },
  ],
  [
    'set_reports_filters',
    (data) => {
      const filters = fieldsOf(data)
      return filters && { kind: 'reports-filters', filters }
    },
  ],
  [
    'redirect',
    (data, { trustedOrigins }) => {
      const address = addressOf(data)
      const origin = address === null ? null : URL.parse(address)?.origin
      return address !== null && origin && trustedOrigins.includes(origin) ? { kind: 'redirect', address } : null
    },
  ],
  [
    'set_toast',
    (data) => {
      const toast = fieldsOf(data)
      const content = textOf(toast?.content, TOAST_LONGEST)
      const tone = toast?.kind
      return content && (tone === 'success' || tone === 'error') ? { kind: 'toast', content, tone } : null
    },
  ],
  [
    'track',
    (data) => {
      const event = fieldsOf(data)
      const [name, properties] = [textOf(event?.event_name, 100), fieldsOf(event?.event_properties)]
      return name && properties ? { kind: 'track', name, properties } : null
    },
  ],
  [
    'customer_details_section',
    (data, { sections }) => {
      const section = readSection(data, sections)
      return section && { kind: 'section', section }
    },
  ],
  [
    'put_message',
    (data) => {
      const text = messageText(data)
      return text === null ? null : { kind: 'put-message', text }
    },
  ],
  [
    'put_messagebox_message',
    (data) => {
      const message = fieldsOf(data)
      const text = message?.type === 'message' ? messageText(message.value) : null
      return text === null ? null : { kind: 'put-message', text }
    },
  ],
  [
    'register_transaction_pending',
    (data) => {
      const intent = readIntent(data)
      return intent ? { kind: 'transaction-pending', intent } : { kind: 'transaction-unreadable' }
    },
  ],
  [
    'register_transaction_success',
    (data) => {
      const charge = readChargeId(data)
      return charge ? { kind: 'transaction-success', charge } : { kind: 'transaction-unreadable' }
    },
  ],
  ['register_transaction_failure', (data) => ({ kind: 'transaction-failure', reason: readFailure(data) })],
])

/** Reads a request of an application; null if it is unknown, invalid or not allowed. Never throws. */
export const readMessage = (given: unknown, options: ReadOptions): AppMessage | null => {
  const message = fieldsOf(given)
  if (!message || (message.plugin_id !== options.pluginId && (message.plugin_id ?? null) !== null)) return null
  return READERS.get(message.message)?.(message.data ?? null, options) ?? null
}
