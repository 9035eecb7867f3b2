import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'

/** Where an application wants the buyer back, with which charge it was about and not how that ended: the application asks. Null for no address of the web. */
export const returnAddress = (given: string | null, id: string, type: ChargeType): string | null => {
  const url = given === null ? null : URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.searchParams.set('id', id)
  url.searchParams.set('type', type)
  return url.href
}

/** A picture's address that an application has put into a link; null unless it is one of the web, over https and without a password. */
export const pictureAddress = (given: string | null): string | null => {
  const url = given === null || given.length > 2_000 ? null : URL.parse(given)
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : null
}
