/** Scheme and host in a request target of the absolute form, which clients use for proxies. */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/** A request target without scheme and host. This server answers for every host name. */
export const originForm = (target: string): string => {
  const rest = target.replace(ORIGIN, '')
  return rest.startsWith('/') || target === '*' ? rest : `/${rest}`
}

/** Path and query of a target, unchanged. A URL parser would refuse some targets, and treat `//host` as a host. */
export const splitTarget = (target: string): { path: string; query: string } => {
  const [address = ''] = target.split('#', 1)
  const [path = ''] = address.split('?', 1)
  return { path, query: address.slice(path.length + 1) }
}

const isReadable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Makes the path of an address decodable: if it is not, each percent sign is escaped. Otherwise the router would refuse such an address
 * before the server's hooks run, and the person would not get the usual 404 page.
 */
export const readableAddress = (url: string): string => {
  const { path } = splitTarget(url)
  return isReadable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}
