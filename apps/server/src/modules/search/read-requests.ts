import { z } from 'zod'
import { type SearchParameters, type SearchRequest, searchParametersSchema } from '@marketplace/contracts/search/protocol'
import { type IndexRequest, SearchRefused } from '../../ports/search.ts'

/** A longer query was typed by nobody; what is behind this is not read. */
const LONGEST_QUERY = 512

type Given = SearchParameters & { params?: string | SearchParameters | null | undefined }

/** The parameters that we know: an index is asked for nothing else. */
const known = z.object(searchParametersSchema.shape).partial()

const parse = (parameters: unknown): SearchParameters => {
  const parsed = known.safeParse(parameters)
  if (parsed.success) return parsed.data as SearchParameters
  throw new SearchRefused('malformed', `params: ${String(parsed.error.issues[0]?.path[0] ?? 'it')} is not valid`)
}

/** The parameters of a request in one place: what stands in `params`, as an object or as a query string, comes first. */
export const readParameters = ({ params, ...given }: Given): SearchParameters => {
  const inside = typeof params === 'string' ? Object.fromEntries(new URLSearchParams(params)) : (params ?? {})
  const all = { ...given, ...parse(inside) }
  const parameters = Object.fromEntries(
    Object.keys(known.shape).flatMap((name) => (all[name] === null || all[name] === undefined ? [] : [[name, all[name]]])),
  )
  if (typeof parameters.query === 'string') parameters.query = parameters.query.slice(0, LONGEST_QUERY)
  return parameters
}

/** One of several requests; without an index of its own it is about the one in the address. */
export const readRequest = ({ indexName, type, facet, ...given }: SearchRequest, index: string | null): IndexRequest => {
  const name = indexName ?? index
  if (name === null) throw new SearchRefused('malformed', 'indexName is missing')
  return { ...readParameters(given), indexName: name, ...(type && { type }), ...(facet && { facet }) }
}
