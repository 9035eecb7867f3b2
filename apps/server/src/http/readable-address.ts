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
  const [path = ''] = url.split(/[?#]/, 1)
  return isReadable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}
