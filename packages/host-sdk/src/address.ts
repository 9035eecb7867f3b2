import type { MessagesToHost } from '@marketplace/contracts/host-messages/messages'

/** The agent app's pathnames come mapped under this. */
const MAPPED = '/apps/marketplace'

/** The page of the marketplace that an address of the host stands for; null for an address that is not under `base`. */
export const targetOf = (
  base: string,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
): string | null => {
  const root = base.replace(/\/+$/, '')
  if (pathname !== root && !pathname.startsWith(`${root}/`)) return null
  return (pathname.slice(root.length) || '/') + search + hash
}

/** The host's address for what the marketplace shows. */
export const addressOf = (
  base: string,
  isMapped: boolean,
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
): string =>
  base.replace(/\/+$/, '') + (isMapped && pathname.startsWith(MAPPED) ? pathname.slice(MAPPED.length) : pathname) + search + hash

/** The address that opens the person's mail program. */
export const mailtoOf = ({ email, ...fields }: MessagesToHost['mailto']): string => {
  const query = (['subject', 'body'] as const).flatMap((name) => {
    const value: unknown = fields[name]
    return typeof value === 'string' ? `${name}=${encodeURIComponent(value)}` : []
  })
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}
