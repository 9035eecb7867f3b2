/** Characters that some program on the way may decode to a separator, a dot or an end, however often they are encoded. */
const HIDDEN = /%(?:25)*(?:2e|2f|3b|5c|00|0a|0d)/i
/** Characters with a meaning of their own in an address. Some servers cut segments at a semicolon, and read `/..;/` as a step up. */
const SPECIAL = /[?#\\@;]/

/**
 * Whether people may be sent to an address: its scheme and host are those of a registered one, and its path is the registered path or lies
 * under it, as published clients need (docs/decisions/0016). It must be written as a browser would write it, so that no two programs read it
 * differently.
 */
export const isRedirectAllowed = (value: string, registered: readonly string[]): boolean => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const isAsWritten = url.href === value || url.href === `${value}/`
  // A parsed address does not show an empty query or fragment.
  if (!isAsWritten || SPECIAL.test(value) || HIDDEN.test(value)) return false
  return registered.some((allowed) => {
    const { origin, pathname } = new URL(allowed)
    const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
    return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(folder))
  })
}
