import type { MessagesToHost } from '@marketplace/contracts/host-messages/messages'

/** The prefix of the agent app's pathnames in messages. */
const MAPPED = '/apps/marketplace'

/** The marketplace's path for an address of the host; null if the address is not under `base`. */
export const targetOf = (
  base: string,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
): string | null => {
  const root = base.replace(/\/+$/, '')
  if (pathname !== root && !pathname.startsWith(`${root}/`)) return null
  return (pathname.slice(root.length) || '/') + search + hash
}

/** The canonical spelling of a path within the marketplace: without the agent app's prefix and without a slash at the end. */
export const plainOf = (target: string): string =>
  target.replace(/^\/apps\/marketplace(?=[/?#]|$)/, '').replace(/\/(?=[?#]|$)/, '')

/** The host's address for a page of the marketplace. */
export const addressOf = (
  base: string,
  isMapped: boolean,
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
): string =>
  base.replace(/\/+$/, '') + (isMapped && pathname.startsWith(MAPPED) ? pathname.slice(MAPPED.length) : pathname) + search + hash

/** The address that opens the mail program. */
export const mailtoOf = ({ email, ...fields }: MessagesToHost['mailto']): string => {
  const query = (['subject', 'body'] as const).flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' ? `${name}=${encodeURIComponent(value)}` : []
  })
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}
