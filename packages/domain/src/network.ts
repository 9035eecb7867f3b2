import { isLoopbackHost } from '@marketplace/contracts/loopback'

const GROUPS = 8
const GROUP_BITS = 16
const GROUPS_OF_NETWORK = 4
const GROUPS_OF_SITE = 3
/** An address is at most 45 characters long; anything longer is no address. */
const LONGEST = 45

/**
 * The key of a network address for limits: an IPv4 address itself, or the /64 of an IPv6 address, because a household or a rented server gets at
 * least a /64. Text that is not an address is its own key, cut to the length of an address.
 */
export const networkOf = (address: string): string => prefixOf(address, GROUPS_OF_NETWORK)

/**
 * The key of a network address for fair shares: an IPv4 address itself, or the /48 of an IPv6 address. Anybody can easily get a /48, and with it
 * 65,536 keys of networkOf; here they count as one.
 */
export const siteOf = (address: string): string => prefixOf(address, GROUPS_OF_SITE)

const prefixOf = (address: string, kept: number): string => {
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
  return `${groups.slice(0, kept).join(':')}::/${kept * GROUP_BITS}`
}

/** The groups of a part of an IPv6 address, without leading zeros. An IPv4 address at its end counts as two groups, which are never kept. */
const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))

/** A network address for people, without its end: its owner recognizes it, and it does not identify one person. */
export const shortAddress = (address: string): string => {
  if (isLoopbackHost(address)) return 'this machine'
  const network = networkOf(address)
  const [first, second, third] = network.includes(':') ? network.split(':') : network.split('.')
  if (first === undefined || second === undefined || third === undefined) return 'an unknown address'
  return network.includes(':') ? `${first}:${second}:${third}:…` : `${first}.${second}.${third}.…`
}
