import type { OAuthClient } from '../../clients/index.ts'

/**
 * Encoded characters that some program may decode to a separator, a dot or the end of a text. An encoded percent sign is refused too,
 * because a second decoding could reveal such a character.
 */
const HIDDEN = /%(?:25|2e|2f|3b|5c|00|0a|0d)/i
/** Characters with a special meaning in an address. Some servers cut segments at a semicolon, and read `/..;/` as the parent folder. */
const SPECIAL = /[?#\\@;]/

/** Whether the encoded bytes are UTF-8. Some programs accept invalid sequences, and read %c0%ae as a dot. */
const isUtf8 = (value: string): boolean => {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

/** Reads an address that is written as a browser would write it, so that all programs read it in the same way; null for other texts. */
const readAddress = (value: string): URL | null => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const isAsWritten = url.href === value || url.href === `${value}/`
  // An empty query or fragment does not appear in a parsed address, so the text is checked.
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
 * Whether people may be sent to an address of a client. It must be exactly a registered one. A client that is registered for `under` may
 * also name a path below a registered one, because the published SDK does (docs/decisions/0016).
 */
export const isRedirectAllowed = (
  value: string,
  { redirectUris, redirectMatch }: Pick<OAuthClient, 'redirectUris' | 'redirectMatch'>,
): boolean =>
  redirectMatch === 'under' ? isAtOrUnder(value, redirectUris) : redirectUris.includes(value) && readAddress(value) !== null
