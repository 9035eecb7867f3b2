import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Clock } from './core/clock.ts'
import { countApplications, type LiveCatalogue, openLiveCatalogue } from './modules/catalogue/index.ts'
import { type LivePartners, openLivePartners } from './modules/partners/index.ts'
import { type LiveSearch, openLiveSearch } from './modules/search/index.ts'
import type { Store } from './store.ts'

/** In-memory copies of the database's data. They are kept current until `close`. */
export type LiveData = { catalogue: LiveCatalogue; partners: LivePartners; search: LiveSearch; close: () => Promise<void> }

/**
 * From this number of applications on, the heap grows by only 20 percent before garbage is collected. By default V8 lets it double, which
 * costs little for small catalogues, but much memory for large ones, and V8 seldom returns it.
 */
const LARGE_CATALOGUE = 50_000

export const openLive = async ({ client, requests }: Store, clock: Clock, log: Logger, config: Config): Promise<LiveData> => {
  const opened: { close: () => Promise<void> }[] = []
  const close = async () => {
    for (const each of opened.toReversed()) await each.close()
  }
  try {
    if ((await countApplications(client.database)) >= LARGE_CATALOGUE) setFlagsFromString('--heap-growing-percent=20')
    const catalogue = await openLiveCatalogue(client, clock, log)
    opened.push(catalogue)
    const partners = await openLivePartners(client, clock, log)
    opened.push(partners)
    const { hostedSearch: hosted, urls } = config
    const search = await openLiveSearch({ client, requests, catalogue, partners, clock, log, publicUrl: urls.public, hosted })
    opened.push(search)
    return { catalogue, partners, search, close }
  } catch (error) {
    await close()
    throw error
  }
}
