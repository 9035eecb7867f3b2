import ipaddr from 'ipaddr.js'

/** The only IPv6 range for public addresses (RFC 4291). Other addresses are unreachable or belong to a private network. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** A public address that leads to a service inside a cloud: in Azure, machines get secrets from it. */
const INSIDE_CLOUDS: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether an IP address is public. Loopback, private, link-local (including the metadata services of clouds), carrier-grade NAT, multicast,
 * reserved and translated addresses are not public. An IPv4 address inside an IPv6 address is checked as IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast' || INSIDE_CLOUDS.has(plain.toString())) return false
  return plain instanceof ipaddr.IPv4 || plain.match(GLOBAL_IPV6)
}
