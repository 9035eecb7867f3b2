import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import type { Variant } from '@marketplace/contracts/core/variants'

/** The address of the typed search for a variant: v1 for the help desk, v2 for live chat. */
export const searchAddress = ({ name, product }: Pick<Variant, 'name' | 'product'>, text: string): string =>
  `/api/${product === 'helpdesk' ? 'v1' : 'v2'}/search?query=${encodeURIComponent(text)}&variant=${name}`

const isSection = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'hits' in value && Array.isArray(value.hits) && 'total' in value

const isAnswer = (value: unknown): value is SearchAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'apps' in value &&
  'partners' in value &&
  isSection(value.apps) &&
  isSection(value.partners)

/** Asks once. Throws where no answer comes, and when the signal says that nobody waits for it any more. */
export const fetchAnswer = async (address: string, signal: AbortSignal): Promise<SearchAnswer> => {
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal })
  if (!response.ok) throw new Error(`The search answered with status ${response.status}`)
  const body: unknown = await response.json()
  if (!isAnswer(body)) throw new Error('The search answered with something else')
  return body
}
