import type { CallInput, CallOutput } from '@marketplace/contracts/api/client'
import type { Variant } from '@marketplace/contracts/core/variants'
import { productAddress } from './product-address.ts'

type Query = Required<Pick<NonNullable<CallInput<'product', 'GET /search'>['query']>, 'query' | 'variant'>>
type SearchAnswer = CallOutput<'product', 'GET /search'>

/** The address of the search suggestions of a variant: v1 for the help desk, v2 for live chat. */
export const searchAddress = ({ name, product }: Pick<Variant, 'name' | 'product'>, text: string): string => {
  const query: Query = { query: encodeURIComponent(text), variant: name }
  const mount = product === 'helpdesk' ? '/api/v1' : '/api/v2'
  return `${productAddress('/search', mount)}?query=${query.query}&variant=${query.variant}`
}

const isSection = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'hits' in value && Array.isArray(value.hits) && 'total' in value

const isAnswer = (value: unknown): value is SearchAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'apps' in value &&
  'partners' in value &&
  isSection(value.apps) &&
  isSection(value.partners)

/** Loads the suggestions once. Throws if no answer comes, or if the signal was aborted. */
export const fetchAnswer = async (address: string, signal: AbortSignal): Promise<SearchAnswer> => {
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal })
  if (!response.ok) throw new Error(`The search answered with status ${response.status}`)
  const body: unknown = await response.json()
  if (!isAnswer(body)) throw new Error('The search answered with something else')
  return body
}
