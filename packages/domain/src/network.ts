import { isLoopbackHost } from '@marketplace/contracts/core/loopback'

const GROUPS = 8
const GROUP_BITS = 16
const GROUPS_OF_SITE = 3
/** The groups with which an IPv6 address begins that stands for an IPv4 address. */
const MAPPED = '0:0:0:0:0:ffff'
/** No network address is longer than 45 characters. */
const LONGEST = 45

/**
 * The network of an address, as a key for limits: an IPv4 address itself, or the /48 of an IPv6 address. Anybody can get a /48 with 65,536
 * household networks, so it must count as one. Customers of a carrier may share a network, as they share an IPv4 address. An IPv4 address
 * that is written as an IPv6 one (::ffff:…) is that IPv4 address. A text that is not an address is its own key, cut to 45 characters.
 */
export const siteOf = (address: string): string => {
  const plain = address
    .slice(0, LONGEST + 10)
    .toLowerCase()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')
  if (!/^[0-9a-f:]+(?:\d+(?:\.\d+){3})?$/.test(plain) || !plain.includes(':')) return plain.slice(0, LONGEST)
  const [head = '', tail] = plain.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const missing = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length)
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  if (groups.slice(0, GROUPS - 2).join(':') === MAPPED) return groups.slice(-2).flatMap(octetsOf).join('.')
  return `${groups.slice(0, GROUPS_OF_SITE).join(':')}::/${GROUPS_OF_SITE * GROUP_BITS}`
}

/** The groups of a part of an IPv6 address, without leading zeros. An IPv4 ending is two groups. */
const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? groupsOfIpv4(group) : [Number.parseInt(group, 16).toString(16)]))

const groupsOfIpv4 = (address: string): string[] => {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split('.').map(Number)
  return [first * 256 + second, third * 256 + fourth].map((group) => group.toString(16))
}

const octetsOf = (group: string): number[] => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** A network address without its last part, for display: its owner recognizes it, but it does not identify a single person. */
export const shortAddress = (address: string): string => {
  if (isLoopbackHost(address)) return 'this machine'
  const site = siteOf(address)
  const [first, second, third] = site.includes(':') ? site.split(':') : site.split('.')
  if (first === undefined || second === undefined || third === undefined) return 'an unknown address'
  return site.includes(':') ? `${first}:${second}:${third}:…` : `${first}.${second}.${third}.…`
}
