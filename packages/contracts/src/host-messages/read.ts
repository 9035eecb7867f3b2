import { FROM_HOST, type Kind, type MessageFromHost, type TypeFromHost } from './messages.ts'

/** The version in the message `loaded`. */
export const MESSAGES_VERSION = '3'

/** Messages with a longer type are ignored. */
const MOST_TYPE = 40
export const MOST_TARGET = 2000
const MOST_TOKEN = 4000

const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/

/** Whether a path has no host, no "..", and no character that has another meaning in addresses. */
const isPlainPath = (path: string): boolean =>
  path.startsWith('/') && !/[\\]|\/\/|[/;]\.{1,2}(?=[/;]|$)/.test(path) && !CONTROLS.test(path)

/** The text after repeated decoding, since several programs may decode it one after the other; null if decoding fails. */
const decoded = (path: string): string | null => {
  let text = path
  try {
    for (let times = 0; times < 3 && text.includes('%'); times++) text = decodeURIComponent(text)
  } catch {
    return null
  }
  return text
}

/**
 * Whether an untrusted text is a path within the marketplace, with or without query and hash. Refuses everything that leads to another
 * origin, leaves the variant or runs as a script, in any encoding.
 */
export const isOwnTarget = (text: unknown): text is string => {
  if (typeof text !== 'string' || text.length > MOST_TARGET || text !== text.trim() || CONTROLS.test(text)) return false
  const [path = ''] = text.split(/[?#]/, 1)
  if (!isPlainPath(path)) return false
  const plain = decoded(path)
  return plain !== null && isPlainPath(plain)
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

const FITS: Partial<Record<Kind, (value: unknown) => boolean>> = {
  target: isOwnTarget,
  theme: (value) => value === 'light' || value === 'dark',
  token: (value) => typeof value === 'string' && value.length <= MOST_TOKEN && /^[\x21-\x7e]+$/.test(value),
}

/**
 * Reads a host's message; null if it is invalid. Copies only declared fields, so that a huge or deep value costs no more than a small one.
 * Check the origin and the window before calling it.
 */
export const readHostMessage = (value: unknown): MessageFromHost | null => {
  const spelled = fieldOf(value, 'type')
  if (typeof spelled !== 'string' || spelled.length > MOST_TYPE) return null
  const type = spelled.replaceAll('-', '_')
  if (!Object.hasOwn(FROM_HOST, type)) return null
  const fields: Readonly<Record<string, Kind>> | null = FROM_HOST[type as TypeFromHost]
  if (!fields) return { type, data: undefined } as MessageFromHost
  const given = fieldOf(value, 'data')
  const data: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(fields)) {
    if (kind === 'unread?') continue
    const field = fieldOf(given, name)
    if (kind !== 'flag?' && !FITS[kind]?.(field)) return null
    data[name] = kind === 'flag?' ? field === true : field
  }
  return { type, data } as MessageFromHost
}
