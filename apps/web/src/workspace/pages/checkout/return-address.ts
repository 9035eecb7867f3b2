import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'

/**
 * The application's return address with id and type of the charge. It does not contain the result, so that the application has to ask the
 * API for it. Null if the address is not a web address.
 */
export const returnAddress = (given: string | null, id: string, type: ChargeType): string | null => {
  const url = given === null ? null : URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.searchParams.set('id', id)
  url.searchParams.set('type', type)
  return url.href
}

/** The address of a picture from a link that an application has made. Null unless it uses https and contains no password. */
export const pictureAddress = (given: string | null): string | null => {
  const url = given === null || given.length > 2_000 ? null : URL.parse(given)
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : null
}
