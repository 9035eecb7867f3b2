import { isLoopbackHost } from '@marketplace/contracts/core/loopback'

const GROUPS = 8
const GROUP_BITS = 16
const GROUPS_OF_SITE = 3
/** An address is at most 45 characters long; anything longer is no address. */
const LONGEST = 45

/**
 * The site that an address belongs to, as the key of every limit by address: an IPv4 address itself, and of an IPv6 address the /48. Anybody
 * gets a /48 for the asking, which is 65,536 of the networks that a household gets: who has one is not to count as so many. People of one
 * carrier may share one, as they share an IPv4 address. Text that is no address stands for itself, cut to the length of one.
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

/** The groups of a part of an IPv6 address, without leading zeros. An IPv4 address at its end counts as two groups, which are never kept. */
const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))

/** A network address for people, without its end: its owner recognizes it, and it does not identify one person. */
export const shortAddress = (address: string): string => {
  if (isLoopbackHost(address)) return 'this machine'
  const site = siteOf(address)
  const [first, second, third] = site.includes(':') ? site.split(':') : site.split('.')
  if (first === undefined || second === undefined || third === undefined) return 'an unknown address'
  return site.includes(':') ? `${first}:${second}:${third}:…` : `${first}.${second}.${third}.…`
}
