import {
  type Kind,
  type MessageFromHost,
  type MessageToHost,
  type Shape,
  TO_HOST,
} from '@marketplace/contracts/host-messages/messages'

/** The maximum length of a text in characters. Messages with longer texts are ignored, because showing or storing them would take long. */
const MOST_TEXT = 10_000
/** The maximum length of a list. Messages with longer lists are ignored too. */
export const MOST_LIST = 1000

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MOST_TEXT
const isCharge = (value: unknown): boolean => value === 'direct_charge' || value === 'recurrent_charge'

const FITS: Partial<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  'text or null': (value) => value === null || isText(value),
  number: Number.isFinite,
  'charge type': isCharge,
  properties: (value) =>
    isObject(value) &&
    Object.keys(value).length <= MOST_LIST &&
    Object.entries(value).every(
      ([name, each]) => isText(name) && (each === null || typeof each === 'boolean' || isText(each) || Number.isFinite(each)),
    ),
}

const isShaped = (shape: Shape, value: unknown): boolean => {
  if (typeof shape === 'string')
    return shape.endsWith('?')
      ? value === undefined || isShaped(shape.slice(0, -1) as Kind, value)
      : FITS[shape]?.(value) === true
  if (Array.isArray(shape)) {
    const [each] = shape as readonly [Shape]
    return Array.isArray(value) && value.length <= MOST_LIST && value.every((one) => isShaped(each, one))
  }
  return isObject(value) && Object.entries(shape).every(([name, field]) => isShaped(field, value[name]))
}

/** Returns a message of the marketplace with its declared fields; null for anything else. */
export const readMessage = (value: unknown): MessageToHost | null => {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown }
  if (typeof type !== 'string' || !Object.hasOwn(TO_HOST, type)) return null
  const shape: Shape = TO_HOST[type as keyof typeof TO_HOST]
  if (!isShaped(shape, data)) return null
  const declared = Object.entries(data as object).filter(([name]) => name in shape)
  return { type, data: Object.fromEntries(declared) } as MessageToHost
}

export type Sent = Pick<MessageFromHost, 'type'> & { data?: MessageFromHost['data'] }
