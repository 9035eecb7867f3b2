import { z } from 'zod'
import { type SearchParameters, type SearchRequest, searchParametersSchema } from '@marketplace/contracts/search/protocol'
import { type IndexRequest, SearchRefused } from '../../ports/search.ts'

/** The characters of a query that are searched. */
const LONGEST_QUERY = 512

type Given = SearchParameters & { params?: string | SearchParameters | null | undefined }

/** The known parameters. Others are not passed to an index. */
const known = z.object(searchParametersSchema.shape).partial()
const NAMES = Object.keys(known.shape)

const parse = (parameters: unknown): SearchParameters => {
  const parsed = known.safeParse(parameters)
  if (parsed.success) return parsed.data as SearchParameters
  throw new SearchRefused('malformed', `params: ${String(parsed.error.issues[0]?.path[0] ?? 'it')} is not valid`)
}

/** Merges the parameters of a request. Those in `params` (an object or a query string) take precedence. */
export const readParameters = ({ params, ...given }: Given): SearchParameters => {
  const inside = typeof params === 'string' ? Object.fromEntries(new URLSearchParams(params)) : params
  const all = inside ? { ...given, ...parse(inside) } : given
  const parameters = Object.fromEntries(
    NAMES.flatMap((name) => (all[name] === null || all[name] === undefined ? [] : [[name, all[name]]])),
  )
  if (typeof parameters.query === 'string') parameters.query = parameters.query.slice(0, LONGEST_QUERY)
  return parameters
}

/** Reads one of several requests. Without an index of its own it uses the one in the address. */
export const readRequest = ({ indexName, type, facet, ...given }: SearchRequest, index: string | null): IndexRequest => {
  const name = indexName ?? index
  if (name === null) throw new SearchRefused('malformed', 'indexName is missing')
  return { ...readParameters(given), indexName: name, ...(type && { type }), ...(facet && { facet }) }
}
