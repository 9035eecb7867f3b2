import ipaddr from 'ipaddr.js'

/** Of IPv6 only this is given out for the internet (RFC 4291); what lies outside of it leads nowhere, or back into a network. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Public by its number, and answered inside of a cloud: Azure's host tells a machine its secrets there. */
const INSIDE_CLOUDS: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether an IP address is one of the public internet. Loopback, private, link-local (where clouds answer for metadata), carrier-grade,
 * multicast, reserved and translated addresses are not; an IPv4 address inside an IPv6 one is judged as what it is.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast' || INSIDE_CLOUDS.has(plain.toString())) return false
  return plain instanceof ipaddr.IPv4 || plain.match(GLOBAL_IPV6)
}
