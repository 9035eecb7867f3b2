import { echoOf } from '../../adapters/embedded-search/window.ts'
import type { IndexAnswer, IndexRequest, SearchPort } from '../../ports/search.ts'
import { APPS, BETA_FACET, BETA_ONLY, VARIANTS_FACET } from './indexes.ts'

const isAboutBeta = ({ filters, facetFilters }: IndexRequest): boolean =>
  JSON.stringify([filters, facetFilters]).includes(BETA_FACET)

const NOT_BETA_ONLY = `${BETA_FACET}:-${BETA_ONLY}`

/** What is in lists of beta mode alone is found by who filters by it, and by nobody else. */
const outsideOfBeta = (request: IndexRequest): IndexRequest => {
  const { facetFilters } = request
  return {
    ...request,
    facetFilters:
      typeof facetFilters === 'string' && facetFilters.trim() !== ''
        ? `${facetFilters},${NOT_BETA_ONLY}`
        : [...(Array.isArray(facetFilters) ? facetFilters : []), NOT_BETA_ONLY],
  }
}

/** The answer to a request that was added to, as one to the request that was made. */
const asAsked = (answer: IndexAnswer, { indexName: _, type: __, facet: ___, ...parameters }: IndexRequest): IndexAnswer =>
  'params' in answer ? { ...answer, params: echoOf(parameters) } : answer

/** Searches of an index in this process, which holds what is in lists of beta mode too. */
export const searchOutsideOfBeta =
  (search: SearchPort['search']): SearchPort['search'] =>
  async (requests, caller) => {
    const isPlain = requests.map((request) => request.indexName.startsWith(APPS.name) && !isAboutBeta(request))
    const answers = await search(
      requests.map((request, place) => (isPlain[place] ? outsideOfBeta(request) : request)),
      caller,
    )
    return answers.map((answer, place) => (isPlain[place] ? asAsked(answer, requests[place] as IndexRequest) : answer))
  }

/** A request for an index elsewhere, which knows what each variant lists outside of beta mode. */
export const withoutBeta = (request: IndexRequest): IndexRequest =>
  isAboutBeta(request) && Array.isArray(request.facetFilters)
    ? {
        ...request,
        facetFilters: request.facetFilters.map((condition) =>
          typeof condition === 'string'
            ? condition.replace(new RegExp(`^${BETA_FACET}:(.+)-beta$`), `${VARIANTS_FACET}:$1`)
            : condition,
        ),
      }
    : request
