import { isIP } from 'node:net'
import { OutboundError } from '../../ports/outbound-http.ts'
import { isPublicAddress } from './public-address.ts'

const LONGEST_URL = 2_048

const refuse = (message: string): never => {
  throw new OutboundError('ADDRESS_REFUSED', message)
}

/**
 * Checks a stranger's address before it is fetched: it must be https without a user name, and an IP address must be public. Origins in
 * `allowed` may differ. A host name is checked later, when it is resolved. Throws OutboundError.
 */
export const checkedUrl = (text: string, allowed: readonly string[], base?: URL): URL => {
  if (text.length > LONGEST_URL) refuse('the address is too long')
  const url = URL.parse(text, base?.href) ?? refuse('this is not an address')
  if (url.username || url.password) refuse('an address may not contain a user name or a password')
  if (allowed.includes(url.origin)) return url
  if (url.protocol !== 'https:') refuse('only https addresses are fetched')
  // The URL parser has normalized every notation of an IP address: 0x7f.1 becomes 127.0.0.1.
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) && !isPublicAddress(host)) throw new OutboundError('ADDRESS_NOT_PUBLIC', `${host} is not a public address`)
  return url
}
