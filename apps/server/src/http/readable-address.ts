/** Scheme and host in front of the path, in a request that is written as if to a proxy. */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/** A request's target without scheme and host: whichever host it names, this server answers. */
export const originForm = (target: string): string => {
  const rest = target.replace(ORIGIN, '')
  return rest.startsWith('/') || target === '*' ? rest : `/${rest}`
}

/**
 * Path and query of a target, as they were written. Every text has them: a URL parser would refuse some, and read `//host` as a host.
 */
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
 * An address whose path can be decoded, whatever it was: in one that cannot, each percent sign stands for itself. The router would
 * refuse it before any of our hooks, while a person at such an address wants to be told what one is told wherever there is nothing.
 */
export const readableAddress = (url: string): string => {
  const { path } = splitTarget(url)
  return isReadable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}
