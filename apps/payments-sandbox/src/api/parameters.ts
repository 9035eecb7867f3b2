import type { Metadata } from '../ledger/rows.ts'
import { badParameter } from './refusal.ts'

const MAX_PARAMETERS = 200
const MAX_TEXT = 5_000
/** The limits of metadata, as at Stripe. */
const METADATA = { keys: 50, key: 40, value: 500 }

/**
 * The parameters of a request. Reading a parameter marks it as known. At the end, a request with unknown parameters is refused, so that
 * misspelled names are noticed.
 */
export type Parameters = {
  text: (name: string) => string | undefined
  required: (name: string) => string
  integer: (name: string, least: number) => number | undefined
  flag: (name: string) => boolean
  oneOf: <const V extends string>(name: string, values: readonly V[]) => V | undefined
  list: (name: string) => string[]
  metadata: () => Metadata | undefined
  /** Throws if the request has a parameter that was not read. */
  end: () => void
}

export const readParameters = (sent: URLSearchParams): Parameters => {
  if (sent.size > MAX_PARAMETERS) throw badParameter('parameter_invalid', '', `At most ${MAX_PARAMETERS} parameters.`)
  const values = new Map<string, string>()
  for (const [name, value] of sent) {
    if (value.length > MAX_TEXT) throw badParameter('parameter_invalid_string_long', name, `${name} is too long.`)
    values.set(name, value)
  }
  const text = (name: string) => {
    const value = values.get(name)
    values.delete(name)
    return value === '' ? undefined : value
  }
  const under = (prefix: string): [key: string, value: string][] =>
    [...values].flatMap(([name, value]) => {
      if (!name.startsWith(`${prefix}[`) || !name.endsWith(']')) return []
      values.delete(name)
      return [[name.slice(prefix.length + 1, -1), value]]
    })
  return {
    text,
    required: (name) => {
      const value = text(name)
      if (value === undefined) throw badParameter('parameter_missing', name, `Missing required param: ${name}.`)
      return value
    },
    integer: (name, least) => {
      const value = text(name)
      if (value === undefined) return undefined
      const number = Number(value)
      if (!/^\d{1,12}$/.test(value) || number < least)
        throw badParameter('parameter_invalid_integer', name, `Invalid integer: ${name} must be at least ${least}.`)
      return number
    },
    flag: (name) => {
      const value = text(name)
      if (value !== undefined && value !== 'true' && value !== 'false')
        throw badParameter('parameter_invalid', name, `Invalid boolean: ${name}.`)
      return value === 'true'
    },
    oneOf: (name, allowed) => {
      const value = text(name)
      if (value === undefined) return undefined
      const found = allowed.find((each) => each === value)
      if (found === undefined)
        throw badParameter(
          'parameter_invalid',
          name,
          `Invalid ${name}: must be one of ${allowed.join(', ')}. The sandbox knows no other.`,
        )
      return found
    },
    list: (name) => under(name).map(([, value]) => value),
    metadata: () => {
      const entries = under('metadata')
      if (
        entries.length > METADATA.keys ||
        entries.some(([key, value]) => key.length > METADATA.key || value.length > METADATA.value)
      )
        throw badParameter('parameter_invalid', 'metadata', 'Metadata has at most 50 keys of 40 characters, with values of 500.')
      return entries.length > 0 ? Object.fromEntries(entries.filter(([, value]) => value !== '')) : undefined
    },
    end: () => {
      const [unknown] = values.keys()
      if (unknown !== undefined) throw badParameter('parameter_unknown', unknown, `Received unknown parameter: ${unknown}`)
    },
  }
}
