import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'
import { seedDemo } from './flows/seed-demo.ts'
import { DEMO_PASSWORD } from './flows/seed-demo-accounts.ts'
import { ACCOUNTS } from './http/accounts-site.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import type { TellRefusal } from './http/caller.ts'
import { createFrontDoor } from './http/front-door.ts'
import { createPeers } from './http/peers.ts'
import { createHttpServer } from './http/server.ts'
import { STOREFRONT } from './http/storefront.ts'
import { registerAccessRequestRoutes } from './modules/access-requests/index.ts'
import {
  ACCOUNTS_JOBS,
  accountsWorkers,
  authenticator,
  callerHolder,
  failurePage,
  registerAccountsRoutes,
  registerStartClients,
} from './modules/accounts/index.ts'
import { recordRefusal } from './modules/audit/index.ts'
import {
  CATALOGUE_JOBS,
  catalogueWorkers,
  countApplications,
  type LiveCatalogue,
  openLiveCatalogue,
  registerCatalogueRoutes,
  registerOwnApplicationRoutes,
  sendRenderTexts,
} from './modules/catalogue/index.ts'
import { createIdempotencyStore, IDEMPOTENCY_JOBS, idempotencyWorkers } from './modules/idempotency/index.ts'
import { INSTALLS_JOBS, installsWorkers, registerInstallsRoutes } from './modules/installs/index.ts'
import { type Jobs, openJobs } from './modules/jobs/index.ts'
import { MAIL_JOBS, mailQueue, mailWorkers } from './modules/mail/index.ts'
import { registerOrganizationsRoutes } from './modules/organizations/index.ts'
import { registerOwnApplicationPage, registerPageRoutes } from './modules/pages/index.ts'
import { type LivePartners, openLivePartners, registerPartnersRoutes } from './modules/partners/index.ts'
import { pictureReader, registerPictureRoutes } from './modules/pictures/index.ts'
import { registerRatingsRoutes } from './modules/ratings/index.ts'
import { type LiveSearch, openLiveSearch, registerSearchRoutes } from './modules/search/index.ts'
import { registerSystemRoutes } from './modules/system/index.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { MailTransport } from './ports/mail-transport.ts'
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
  /** Begins to run jobs in this process. */
  startJobs: () => Promise<void>
  close: () => Promise<void>
}

export type AppOptions = {
  config: Config
  store: Store
  log: Logger
  version: string
  clock?: Clock
  /** Null where no mail server is set: mail stays in the outbox. */
  mailTransport?: MailTransport | null
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
  mailTransport = null,
}: AppOptions): Promise<App> => {
  const { client, files } = store
  if (config.demo) await seedDemo({ client, files, clock, production: config.production, log })
  await registerStartClients(client.database, config)

  const declared = [...MAIL_JOBS, ...ACCOUNTS_JOBS, ...CATALOGUE_JOBS, ...INSTALLS_JOBS, ...IDEMPOTENCY_JOBS]
  const jobs = await openJobs({ client, declared, log })
  try {
    const live = await openLive(store, clock, log, config)
    try {
      return await assemble(live, jobs, { config, store, log, version, openRenderer, assetsFolder, clock, mailTransport })
    } catch (error) {
      await live.close()
      throw error
    }
  } catch (error) {
    await jobs.stop()
    throw error
  }
}

/** What is kept in memory of the database, current for as long as it is open. */
type LiveData = { catalogue: LiveCatalogue; partners: LivePartners; search: LiveSearch; close: () => Promise<void> }

/**
 * From so many applications on, the heap grows by 20 percent before its garbage is collected. It would grow by as much as is alive, which
 * is cheap where little is, and keep what it has once taken.
 */
const LARGE_CATALOGUE = 50_000

const openLive = async ({ client, requests }: Store, clock: Clock, log: Logger, config: Config): Promise<LiveData> => {
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

const assemble = async (live: LiveData, jobs: Jobs, options: Required<AppOptions>): Promise<App> => {
  const { catalogue, partners, search } = live
  const { config, store, log, version, openRenderer, assetsFolder, clock, mailTransport: transport } = options
  const { files } = store
  const { database } = store.requests
  const peers = createPeers(config.trustedProxies)
  const door = createFrontDoor(() => clock.now(), peers.hostOf)
  const answers = createAnswerCache(ANSWERS_BYTES, door.clear)
  const results = createAnswerCache(RESULTS_BYTES)
  // For a build that changes while developing. What changes of the data, each answer notices by itself.
  const forget = () => {
    for (const cache of [answers, results]) cache.clear()
  }

  const publicUrl = config.urls.public
  const authenticate = authenticator(database, clock)
  const tellRefusal: TellRefusal = (caller, endpoint) =>
    recordRefusal(database, { action: 'endpoint.refused', who: caller, subject: endpoint })
  const idempotency = createIdempotencyStore(database, clock)
  const server = await createHttpServer({
    log,
    site: STOREFRONT,
    authenticate,
    tellRefusal,
    idempotency,
    https: publicUrl.startsWith('https:'),
    metricsToken: config.metricsToken,
    peers,
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
  const holdCaller = callerHolder(clock)
  registerInstallsRoutes(server, { database, catalogue, clock, publicUrl, rules, holdCaller })
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
    idempotency,
    origin: config.urls.accounts,
    https: config.urls.accounts.startsWith('https:'),
    metricsToken: config.metricsToken,
    peers,
    registry: server.metricsRegistry,
  })
  const queueMail = mailQueue({ send: jobs.send, clock, delivers: transport !== null })
  await registerAccountsRoutes(accounts, {
    queueMail,
    send: jobs.send,
    showsMail: config.demoSignIns && transport === null,
    database,
    catalogue,
    clock,
    publicUrl,
    accountsUrl: config.urls.accounts,
    demo: { password: DEMO_PASSWORD, signIns: config.demoSignIns },
    rules,
    holdCaller,
  })
  registerAccessRequestRoutes(accounts, { database, clock, publicUrl, rules, queueMail, holdCaller })
  jobs.countIn(server.metricsRegistry)

  await Promise.race([search.built, wait(INDEXED_WITHIN_MS, undefined, { ref: false })])
  return {
    server,
    accounts,
    startJobs: async () => {
      const { hostname: host } = new URL(publicUrl)
      // Jobs may take longer than a request may.
      const { database: patient } = store.client
      await jobs.start([
        ...mailWorkers({ database: patient, clock, transport, host, jobs }),
        ...accountsWorkers({ database: patient, clock, queueMail, accountsUrl: config.urls.accounts }),
        ...catalogueWorkers({ database: patient }),
        ...idempotencyWorkers({ database: patient, clock }),
        ...installsWorkers({ database: patient, catalogue, clock, publicUrl, queueMail }),
      ])
      await sendRenderTexts(patient, jobs.send)
    },
    close: async () => {
      await Promise.all([server.close(), accounts.close()])
      await jobs.stop()
      transport?.close()
      await live.close()
    },
  }
}
