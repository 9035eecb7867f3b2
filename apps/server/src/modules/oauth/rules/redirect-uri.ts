import type { OAuthClient } from '../../clients/index.ts'

/**
 * Encoded characters that some program on the way may decode to a separator, a dot or an end. An encoded percent sign is refused too, because
 * what it encodes appears only at a second decoding.
 */
const HIDDEN = /%(?:25|2e|2f|3b|5c|00|0a|0d)/i
/** Characters with a meaning of their own in an address. Some servers cut segments at a semicolon, and read `/..;/` as a step up. */
const SPECIAL = /[?#\\@;]/

/** Whether the encoded bytes are UTF-8. Some programs read an overlong sequence such as %c0%ae as the character that it hides. */
const isUtf8 = (value: string): boolean => {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

/** An address that is written as a browser would write it, so that no two programs read it differently; null for any other text. */
const readAddress = (value: string): URL | null => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const isAsWritten = url.href === value || url.href === `${value}/`
  // A parsed address does not show an empty query or fragment.
  return isAsWritten && !SPECIAL.test(value) && !HIDDEN.test(value) && isUtf8(value) ? url : null
}

/** Whether an address has the scheme and host of a registered one, and its path or one below it. */
export const isAtOrUnder = (value: string, registered: readonly string[]): boolean => {
  const url = readAddress(value)
  return (
    url !== null &&
    registered.some((allowed) => {
      const { origin, pathname } = new URL(allowed)
      const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
      return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(folder))
    })
  )
}

/**
 * Whether people may be sent to an address of a client: a registered one, letter by letter. A client that is registered for `under`, as the
 * published SDK needs it, may also name a path below one (docs/decisions/0016).
 */
export const isRedirectAllowed = (
  value: string,
  { redirectUris, redirectMatch }: Pick<OAuthClient, 'redirectUris' | 'redirectMatch'>,
): boolean =>
  redirectMatch === 'under' ? isAtOrUnder(value, redirectUris) : redirectUris.includes(value) && readAddress(value) !== null
