import { readableAddress } from '../../http/readable-address.ts'

/** Characters that stand for themselves in an address stay as they are; a slug has no other. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/**
 * The path that an address means: decoded, in lower case, without empty parts. `isPlain` is false if the address was written in any
 * other way, such as `/Apps//%63rm/`. Every text has a path.
 */
export const readPath = (written: string): { path: string; isPlain: boolean } => {
  const decoded = decodeURIComponent(readableAddress(written)).toWellFormed()
  const path = decoded.replaceAll(/\/+/g, '/').toLowerCase()
  return { path, isPlain: encodePath(path) === written }
}
