import { readableAddress } from '../../http/readable-address.ts'

/** Encodes the parts of a path. Slugs consist of characters that need no encoding. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/**
 * The normalized path of an address: decoded, in lower case, without empty parts. `isPlain` is false if the address was written
 * differently, such as `/Apps//%63rm/`. Never throws.
 */
export const readPath = (written: string): { path: string; isPlain: boolean } => {
  const decoded = decodeURIComponent(readableAddress(written)).toWellFormed()
  const path = decoded.replaceAll(/\/+/g, '/').toLowerCase()
  return { path, isPlain: encodePath(path) === written }
}
