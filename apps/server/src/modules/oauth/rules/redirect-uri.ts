/** What some program on the way might decode to a separator, a dot or an end, however often it was encoded. */
const HIDDEN = /%(?:25)*(?:2e|2f|3b|5c|00|0a|0d)/i
/** What has another meaning than being a part of the path; some servers cut each segment at a semicolon, and read `/..;/` as a step up. */
const SPECIAL = /[?#\\@;]/

/**
 * Whether people may be sent to an address: its scheme and host are exactly those of a registered one, and its path is that one's or lies
 * under it (clients.md). It has to be written the one way in which a browser would write it, so that nothing about it is read in two ways.
 */
export const isRedirectAllowed = (value: string, registered: readonly string[]): boolean => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const isAsWritten = url.href === value || url.href === `${value}/`
  // An empty query or fragment leaves no trace in what was read.
  if (!isAsWritten || SPECIAL.test(value) || HIDDEN.test(value)) return false
  return registered.some((allowed) => {
    const { origin, pathname } = new URL(allowed)
    const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
    return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(folder))
  })
}
