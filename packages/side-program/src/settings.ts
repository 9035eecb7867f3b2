import { StartError } from './start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the marketplace's settings from `environment`; an empty value counts as absent. Each function gets the name of a setting, and
 * throws a StartError if its value is invalid.
 */
export const settingsIn = (environment: Environment) => {
  const given = (name: string): string | undefined => environment[name] || undefined
  const origin = (name: string, fallback: string): string => originOf(name, given(name) ?? fallback)
  const port = (name: string, fallback: number): number => {
    const value = given(name) ?? String(fallback)
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new StartError(`Setting ${name}: must be a port`)
    return Number(value)
  }
  return { given, origin, port }
}

/** The origin of an address. Throws a StartError with the name of the setting if the address does not use http or https. */
export const originOf = (name: string, address: string): string => {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) throw new StartError(`Setting ${name}: must be an origin`)
  return url.origin
}
