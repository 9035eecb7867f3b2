import type { MessageFromHost } from './messages.ts'

/** The version that `loaded` says. */
export const MESSAGES_VERSION = '3'

/** Longer ones are not read. */
const MOST_TYPE = 40
export const MOST_TARGET = 2000
const MOST_TOKEN = 4000

const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]/

/** A path without a host, a step up, or a character that means something else to somebody. */
const isPlainPath = (path: string): boolean =>
  path.startsWith('/') && !/[\\]|\/\/|[/;]\.{1,2}(?=[/;]|$)/.test(path) && !CONTROLS.test(path)

/** The text, decoded as often as somebody on the way may decode it; null where it is no text then. */
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
 * Whether a stranger's text is a path within the marketplace, with or without a query and a hash: nothing that leads to another origin, out of
 * the variant, or runs, however it is encoded.
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

/**
 * What a host says, out of anything; null for what is no message. Reads the few fields that are declared and copies them, so that a huge or
 * deep value costs no more than a small one. Origin and window are checked before.
 */
export const readHostMessage = (value: unknown): MessageFromHost | null => {
  const spelled = fieldOf(value, 'type')
  if (typeof spelled !== 'string' || spelled.length > MOST_TYPE) return null
  const type = spelled.replaceAll('-', '_')
  const data = fieldOf(value, 'data')
  switch (type) {
    case 'navigate': {
      const pathname = fieldOf(data, 'pathname')
      return isOwnTarget(pathname) ? { type, data: { pathname, replace: fieldOf(data, 'replace') === true } } : null
    }
    case 'preload': {
      const pathname = fieldOf(data, 'pathname')
      return isOwnTarget(pathname) ? { type, data: { pathname } } : null
    }
    case 'cart_updated':
      return { type, data: {} }
    case 'refresh_cart':
    case 'refresh_installed_apps':
    case 'refresh_subscription_info':
      return { type, data: undefined }
    case 'change_theme': {
      const theme = fieldOf(data, 'theme')
      return theme === 'light' || theme === 'dark' ? { type, data: { theme } } : null
    }
    case 'credentials': {
      const token = fieldOf(data, 'access_token')
      return typeof token === 'string' && token.length <= MOST_TOKEN && /^[\x21-\x7e]+$/.test(token)
        ? { type, data: { access_token: token } }
        : null
    }
    default:
      return null
  }
}
