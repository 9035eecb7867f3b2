import type { FastifyInstance } from 'fastify'
import { searchMarketplace } from '@marketplace/contracts/search/endpoints'
import { searchText } from '@marketplace/contracts/search/limits'
import { variantNamed } from '@marketplace/contracts/core/variants'
import { createAnswerCache } from '../../http/answer-cache.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import type { LiveCatalogue } from '../catalogue/index.ts'
import type { LivePartners } from '../partners/index.ts'
import type { LiveSearch } from './live-search.ts'
import { registerProtocolRoutes } from './protocol-routes.ts'
import { isOfOneAsker, searchApiError } from './refusal.ts'

export type SearchRoutesOptions = { search: LiveSearch; catalogue: LiveCatalogue; partners: LivePartners; clock: Clock }

/**
 * Memory (bytes) for cached answers of the search field. It is separate from the cache of pages, because strangers can make up any number
 * of queries.
 */
const ANSWERS_BYTES = 8 * 1024 * 1024

/** The hosted protocol, and the marketplace's own typed search. */
export const registerSearchRoutes = async (app: FastifyInstance, options: SearchRoutesOptions): Promise<void> => {
  const { search, catalogue, partners, clock } = options
  const answers = createAnswerCache(ANSWERS_BYTES, { isOfOneAsker })
  await registerProtocolRoutes(app, search, clock)

  registerEndpoint(app, searchMarketplace, async ({ query: { query, limit, variant: name }, product, request, reply }) => {
    const variant = variantNamed(name ?? (product === 'helpdesk' ? 'helpdesk-public' : 'base'))
    const text = searchText(query)
    const current = () => [search.revision(), catalogue.current().revision, partners.current().revision].join()
    const begun = current()
    const make = async () => jsonAnswer(await search.answer(text, variant, limit, request.ip), search.until())
    try {
      return await answers.get([variant.name, limit, text].join(' '), clock.now(), make, () => current() === begun)
    } catch (error) {
      const refusal = searchApiError(error)
      if (!refusal) throw error
      reply.headers(refusal.headers)
      throw refusal.error
    }
  })
}
