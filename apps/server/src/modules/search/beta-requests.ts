import { echoOf } from '../../adapters/embedded-search/window.ts'
import type { IndexAnswer, IndexRequest, SearchPort } from '../../ports/search.ts'
import { APPS, BETA_FACET, BETA_ONLY, VARIANTS_FACET } from './indexes.ts'

const isAboutBeta = ({ filters, facetFilters }: IndexRequest): boolean =>
  JSON.stringify([filters, facetFilters]).includes(BETA_FACET)

const NOT_BETA_ONLY = `${BETA_FACET}:-${BETA_ONLY}`

/** Records that are only in lists of beta mode are found only by requests that filter by beta mode. */
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

/** Removes from an answer what was added to its request. */
const asAsked = (answer: IndexAnswer, { indexName: _, type: __, facet: ___, ...parameters }: IndexRequest): IndexAnswer =>
  'params' in answer ? { ...answer, params: echoOf(parameters) } : answer

/** Wraps the index in this process, which also holds records of beta mode. */
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

/** Builds a request to a hosted index, which has no records of beta mode. */
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
