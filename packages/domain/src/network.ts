import { isLoopbackHost } from '@marketplace/contracts/core/loopback'

const GROUPS = 8
const GROUP_BITS = 16
const GROUPS_OF_SITE = 3
/** No network address is longer than 45 characters. */
const LONGEST = 45

/**
 * The network of an address, as a key for limits: an IPv4 address itself, or the /48 of an IPv6 address. Anybody can get a /48 with 65,536
 * household networks, so it must count as one. Customers of a carrier may share a network, as they share an IPv4 address. A text that is
 * not an address is its own key, cut to 45 characters.
 */
export const siteOf = (address: string): string => {
  const plain = address
    .slice(0, LONGEST + 10)
    .toLowerCase()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(\d+(?:\.\d+){3})$/, '$1')
    .replace(/%.*$/, '')
  if (!/^[0-9a-f:]+(?:\d+(?:\.\d+){3})?$/.test(plain) || !plain.includes(':')) return plain.slice(0, LONGEST)
  const [head = '', tail] = plain.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const missing = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length)
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return `${groups.slice(0, GROUPS_OF_SITE).join(':')}::/${GROUPS_OF_SITE * GROUP_BITS}`
}

/** The groups of a part of an IPv6 address, without leading zeros. An IPv4 ending counts as two groups; they are never part of the /48. */
const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))

/** A network address without its last part, for display: its owner recognizes it, but it does not identify a single person. */
export const shortAddress = (address: string): string => {
  if (isLoopbackHost(address)) return 'this machine'
  const site = siteOf(address)
  const [first, second, third] = site.includes(':') ? site.split(':') : site.split('.')
  if (first === undefined || second === undefined || third === undefined) return 'an unknown address'
  return site.includes(':') ? `${first}:${second}:${third}:…` : `${first}.${second}.${third}.…`
}
