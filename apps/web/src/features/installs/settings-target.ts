import { hostAddress, webAddress } from '@marketplace/domain/application-addresses'

/**
 * The address of an application's settings: a web address, or a path of the host product. Null for everything else, such as
 * `javascript:`.
 */
export const settingsTarget = (given: string | null, hostUrl: string): string | null =>
  hostAddress(given, hostUrl) ?? webAddress(given)?.href ?? null
