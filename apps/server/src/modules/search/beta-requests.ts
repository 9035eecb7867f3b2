import type { IndexRequest } from '../../ports/search.ts'
import { APPS, BETA_FACET, BETA_ONLY, VARIANTS_FACET } from './indexes.ts'

const isAboutBeta = ({ filters, facetFilters }: IndexRequest): boolean =>
  JSON.stringify([filters, facetFilters]).includes(BETA_FACET)

const NOT_BETA_ONLY = `${BETA_FACET}:-${BETA_ONLY}`

/**
 * Adds a condition to requests to the index in this process, which also holds records of beta mode: records that are only in lists of beta mode
 * are found only by requests that filter by beta mode.
 */
export const outsideOfBeta = (request: IndexRequest): IndexRequest =>
  request.indexName.startsWith(APPS.name) && !isAboutBeta(request) ? { ...request, within: [NOT_BETA_ONLY] } : request

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
