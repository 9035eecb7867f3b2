import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'

/**
 * The application's return address with id and type of the charge, but not with the result: the application asks for that. Null if it is
 * no web address.
 */
export const returnAddress = (given: string | null, id: string, type: ChargeType): string | null => {
  const url = given === null ? null : URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.searchParams.set('id', id)
  url.searchParams.set('type', type)
  return url.href
}

/** The address of a picture that an application has put into a link; null unless it uses https and has no password. */
export const pictureAddress = (given: string | null): string | null => {
  const url = given === null || given.length > 2_000 ? null : URL.parse(given)
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : null
}
