import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'
import { seedDemo } from './flows/seed-demo.ts'
import { DEMO_PASSWORD } from './flows/seed-demo-accounts.ts'
import { ACCOUNTS } from './http/accounts-site.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import type { TellRefusal } from './http/caller.ts'
import { createFrontDoor } from './http/front-door.ts'
import { createHttpServer } from './http/server.ts'
import { STOREFRONT } from './http/storefront.ts'
import { registerAccessRequestRoutes } from './modules/access-requests/index.ts'
import { authenticator, failurePage, registerAccountsRoutes, registerStartClients } from './modules/accounts/index.ts'
import { recordRefusal } from './modules/audit/index.ts'
import {
  type LiveCatalogue,
  openLiveCatalogue,
  registerCatalogueRoutes,
  registerOwnApplicationRoutes,
  renderOutdatedTexts,
} from './modules/catalogue/index.ts'
import { registerInstallsRoutes } from './modules/installs/index.ts'
import { registerOrganizationsRoutes } from './modules/organizations/index.ts'
import { registerOwnApplicationPage, registerPageRoutes } from './modules/pages/index.ts'
import { type LivePartners, openLivePartners, registerPartnersRoutes } from './modules/partners/index.ts'
import { pictureReader, registerPictureRoutes } from './modules/pictures/index.ts'
import { registerRatingsRoutes } from './modules/ratings/index.ts'
import { type LiveSearch, openLiveSearch, registerSearchRoutes } from './modules/search/index.ts'
import { registerSystemRoutes } from './modules/system/index.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { PageRenderer } from './ports/page-renderer.ts'
import type { Store } from './store.ts'

/** How many bytes of whole answers are kept in memory. */
const ANSWERS_BYTES = 96 * 1024 * 1024
/** How many of results of searches: anyone can make up any number of texts, and none of them takes the place of a page. */
const RESULTS_BYTES = 16 * 1024 * 1024

/** A catalogue that takes longer to be indexed is indexed while the server answers already; it is not ready until then. */
const INDEXED_WITHIN_MS = 1_000

export type App = {
  /** The storefront's origin. */
  server: FastifyInstance
  /** The accounts server's. */
  accounts: FastifyInstance
  close: () => Promise<void>
}

export type AppOptions = {
  config: Config
  store: Store
  log: Logger
  version: string
  clock?: Clock
  /** Where pages are rendered: the web application as it was built, or Vite while developing. */
  openRenderer: (server: FastifyInstance, onChange: () => void) => Promise<PageRenderer>
  assetsFolder: string | null
}

/** The one place where everything is put together. The servers it answers with do not listen yet. */
export const createApp = async ({
  config,
  store,
  log,
  version,
  openRenderer,
  assetsFolder,
  clock = systemClock,
}: AppOptions): Promise<App> => {
  const { client, files } = store
  if (config.demo) await seedDemo({ client, files, clock, production: config.production, log })
  await registerStartClients(client.database, config)

  const live = await openLive(client, clock, log, config)
  try {
    return await assemble(live, { config, store, log, version, openRenderer, assetsFolder, clock })
  } catch (error) {
    await live.close()
    throw error
  }
}

/** What is kept in memory of the database, current for as long as it is open. */
type LiveData = { catalogue: LiveCatalogue; partners: LivePartners; search: LiveSearch; close: () => Promise<void> }

const openLive = async (client: Store['client'], clock: Clock, log: Logger, config: Config): Promise<LiveData> => {
  const opened: { close: () => Promise<void> }[] = []
  const close = async () => {
    for (const each of opened.toReversed()) await each.close()
  }
  try {
    const catalogue = await openLiveCatalogue(client, log)
    opened.push(catalogue)
    const partners = await openLivePartners(client, clock, log)
    opened.push(partners)
    const { hostedSearch: hosted, urls } = config
    const search = await openLiveSearch({ client, catalogue, partners, clock, log, publicUrl: urls.public, hosted })
    opened.push(search)
    return { catalogue, partners, search, close }
  } catch (error) {
    await close()
    throw error
  }
}

const assemble = async (live: LiveData, options: Required<AppOptions>): Promise<App> => {
  const { catalogue, partners, search } = live
  const { config, store, log, version, openRenderer, assetsFolder, clock } = options
  const { files } = store
  const { database } = store.client
  const door = createFrontDoor(() => clock.now())
  const answers = createAnswerCache(ANSWERS_BYTES, door.clear)
  const results = createAnswerCache(RESULTS_BYTES)
  const forget = () => {
    for (const cache of [answers, results]) cache.clear()
  }
  catalogue.onChange(forget)
  partners.onChange(forget)

  const publicUrl = config.urls.public
  const authenticate = authenticator(database, clock)
  const tellRefusal: TellRefusal = (caller, endpoint) =>
    recordRefusal(database, { action: 'endpoint.refused', who: caller, subject: endpoint })
  const server = await createHttpServer({
    log,
    site: STOREFRONT,
    authenticate,
    tellRefusal,
    https: publicUrl.startsWith('https:'),
    metricsToken: config.metricsToken,
    // While developing, what is under way as a file changes must not be sent a second time.
    ...(!config.development && { door }),
  })
  const renderer = await openRenderer(server, forget)
  // It is ready when everything can be searched, and while the changes of all that is kept in memory reach it.
  const connected = () => search.ready() && [catalogue, partners, search].every((each) => each.connected())
  registerSystemRoutes(server, {
    database,
    catalogue: { ...catalogue, connected },
    pictures: pictureReader(files),
    assetsFolder,
    urls: config.urls,
    version,
  })
  registerPictureRoutes(server, { files })
  registerCatalogueRoutes(server, { database, catalogue, answers, clock, publicUrl })
  registerOwnApplicationRoutes(server, { database, catalogue, clock, publicUrl })
  registerOrganizationsRoutes(server, { database, clock })
  const rules = { billingRuleOrganization: config.billingRuleOrganization }
  registerInstallsRoutes(server, { database, catalogue, clock, publicUrl, rules })
  const pageUrls = { publicUrl, accountsUrl: config.urls.accounts, hostUrl: config.urls.host }
  registerOwnApplicationPage(server, { database, catalogue, partners, clock, renderer, ...pageUrls })
  registerRatingsRoutes(server, { database, catalogue, answers, clock })
  registerPartnersRoutes(server, { partners, answers, clock, publicUrl })
  await registerSearchRoutes(server, { search, catalogue, partners, clock })
  registerPageRoutes(server, {
    database,
    catalogue,
    partners,
    search,
    answers,
    results,
    clock,
    renderer,
    ...pageUrls,
    allowedHostOrigins: config.allowedHostOrigins,
    variantHosts: config.variantHosts,
  })

  const accounts = await createHttpServer({
    log,
    site: { ...ACCOUNTS, failurePage: failurePage(publicUrl) },
    authenticate,
    tellRefusal,
    https: config.urls.accounts.startsWith('https:'),
    metricsToken: config.metricsToken,
    registry: server.metricsRegistry,
  })
  await registerAccountsRoutes(accounts, {
    database,
    catalogue,
    clock,
    publicUrl,
    accountsUrl: config.urls.accounts,
    refusedPassword: config.demoSignIns ? null : DEMO_PASSWORD,
    rules,
  })
  registerAccessRequestRoutes(accounts, { database, clock, publicUrl, rules })

  let stopping = false
  const texts = renderOutdatedTexts(database, () => stopping).then(
    (count) => count > 0 && log.info({ count }, 'rendered texts anew'),
    (err: unknown) => log.error({ err }, 'texts could not be rendered anew'),
  )
  await Promise.race([search.built, wait(INDEXED_WITHIN_MS, undefined, { ref: false })])
  return {
    server,
    accounts,
    close: async () => {
      stopping = true
      await Promise.all([server.close(), accounts.close()])
      await texts
      await live.close()
    },
  }
}
