import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import { isLoopbackHost } from '@marketplace/contracts/core/loopback'
import type { Config } from './config/config.ts'
import { registerDemoClients } from './demo/demo-clients.ts'
import { sendEnsureCards } from './demo/ensure-demo-cards.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import type { AuditRefusal, Authenticate, Caller, Recall } from './core/caller.ts'
import { createFrontDoor } from './http/front-door.ts'
import { createPeers } from './http/peers.ts'
import { createHttpServer } from './http/server.ts'
import { STOREFRONT } from './http/storefront.ts'
import { readDeviceKey } from './modules/accounts/index.ts'
import { openEventCounter, registerAnalyticsRoutes } from './modules/analytics/index.ts'
import { registerApplicationRulesRoutes } from './modules/application-rules/index.ts'
import {
  authenticator,
  callerLocker,
  callerRecaller,
  createRecentCallers,
  registerStorefrontClient,
} from './modules/clients/index.ts'
import { recordRefusal } from './modules/audit/index.ts'
import {
  publishedById,
  registerCatalogueRoutes,
  registerOwnApplicationRoutes,
  sendRenderTexts,
} from './modules/catalogue/index.ts'
import {
  createPaymentRunner,
  cardEvents,
  refundEvents,
  registerBillingRoutes,
  type RunnerPoint,
  seedTaxRates,
} from './modules/billing/index.ts'
import { registerCartsRoutes } from './modules/carts/index.ts'
import { chargesSubjects, registerChargesRoutes } from './modules/charges/index.ts'
import { registerEstateRoutes } from './modules/estate/index.ts'
import { createSpecialPlaces, purchaseGate, registerInstallsRoutes, type NoteUse, useNoter } from './modules/installs/index.ts'
import { type Jobs, openJobs } from './modules/jobs/index.ts'
import { mailQueue } from './modules/mail/index.ts'
import { isAtOrUnder } from './modules/oauth/index.ts'
import { registerOrganizationsRoutes } from './modules/organizations/index.ts'
import { paymentSources, registerOwnApplicationPage, registerPageRoutes } from './modules/pages/index.ts'
import { registerPartnersRoutes, registerPartnersStaffRoutes, registerVisitorRoutes } from './modules/partners/index.ts'
import { pictureReader, registerPictureRoutes } from './modules/pictures/index.ts'
import { BUYER_WAITS_MS, purchasingSubjects, registerPurchasingRoutes } from './modules/purchasing/index.ts'
import { registerRatingsRoutes } from './modules/ratings/index.ts'
import { isOfOneAsker, registerSearchRoutes } from './modules/search/index.ts'
import { registerSystemRoutes } from './modules/system/index.ts'
import { applicationTeller, registerWebhookRoutes } from './modules/webhooks/index.ts'
import { type Clock, systemClock } from './core/clock.ts'
import { openGuardedHttp } from './adapters/guarded-http/open-guarded-http.ts'
import type { MailTransport } from './ports/mail-transport.ts'
import type { Payments, PaymentsInBrowser } from './ports/payments.ts'
import type { PageRenderer } from './ports/page-renderer.ts'
import { openAccountsServer } from './accounts-server.ts'
import { type LiveData, openLive } from './live-data.ts'
import type { Store } from './store.ts'
import { JOBS, workersOf } from './work.ts'

/** The most memory (bytes) for cached answers. */
const ANSWERS_BYTES = 96 * 1024 * 1024
/**
 * The most memory (bytes) for cached search results. Strangers can make up texts without bound, and their results must not displace pages.
 */
const RESULTS_BYTES = 16 * 1024 * 1024

/** If indexing takes longer, the server starts listening meanwhile, and is not ready until the index is complete. */
const INDEXED_WITHIN_MS = 1_000

export type App = {
  server: FastifyInstance
  /** The accounts server. */
  accounts: FastifyInstance
  /** Starts to run jobs in this process. */
  startJobs: () => Promise<void>
  close: () => Promise<void>
}

export type AppOptions = {
  config: Config
  store: Store
  log: Logger
  version: string
  clock?: Clock
  /** Null without a mail server: mail stays in the outbox. */
  mailTransport?: MailTransport | null
  payments: Payments
  inBrowser: PaymentsInBrowser
  /** Opens the renderer: the built web application, or Vite during development. */
  openRenderer: (server: FastifyInstance, onChange: () => void) => Promise<PageRenderer>
  assetsFolder: string | null
  /** Called at each step of a payment. Tests end the process there. */
  atPayment?: (point: RunnerPoint) => Promise<void>
  /** How long (ms) a buyer waits for the payment provider; longer in tests. */
  buyerWaitsMs?: number
}

/** The only place where all parts of the server are put together. The returned servers do not listen yet. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const parts = { clock: systemClock, mailTransport: null, atPayment: async () => {}, buyerWaitsMs: BUYER_WAITS_MS, ...options }
  const { config, store, log, clock } = parts
  const { client, files } = store
  await seedTaxRates(client.database)
  if (config.demo)
    await seedDemo({ client, files, clock, production: config.production, sampleAppsUrl: config.urls.sampleApps, log })
  await registerStorefrontClient(client.database, config)
  await registerDemoClients(client.database, config)

  const jobs = await openJobs({ client, declared: JOBS, log })
  try {
    const live = await openLive(store, clock, log, config)
    try {
      return await assemble(live, jobs, parts)
    } catch (error) {
      await live.close()
      throw error
    }
  } catch (error) {
    await jobs.stop()
    throw error
  }
}

/** Records that an application is used when its client calls an API. The marketplace's own clients do not count. */
const noticingUse =
  (find: Authenticate | Recall, noteUse: NoteUse) =>
  async (token: string): Promise<Caller | null> => {
    const caller = await find(token)
    if (caller && !caller.trusted) await noteUse(caller)
    return caller
  }

const assemble = async (live: LiveData, jobs: Jobs, options: Required<AppOptions>): Promise<App> => {
  const { catalogue, partners, search } = live
  const { config, store, log, version, openRenderer, assetsFolder, clock, payments, inBrowser, atPayment, buyerWaitsMs } = options
  const transport = options.mailTransport
  const { files } = store
  const { database } = store.requests
  const peers = createPeers(config.trustedProxies)
  const door = createFrontDoor(() => clock.now(), peers.hostOf)
  const answers = createAnswerCache(ANSWERS_BYTES, { onClear: door.clear })
  const results = createAnswerCache(RESULTS_BYTES, { isOfOneAsker })
  // Called when the build changes during development. Cached answers notice changes of data themselves.
  const forget = () => {
    for (const cache of [answers, results]) cache.clear()
  }

  const publicUrl = config.urls.public
  const noteUse = useNoter({ database, clock }, (err) => log.error({ err }, 'the use of an application was not noted'))
  const recent = createRecentCallers(clock)
  const authenticate = noticingUse(authenticator(database, clock, recent), noteUse)
  const recall = noticingUse(callerRecaller(recent), noteUse)
  const auditRefusal: AuditRefusal = (caller, endpoint) =>
    recordRefusal(database, { action: 'endpoint.refused', at: clock.now(), who: caller, subject: endpoint })
  const server = await createHttpServer({
    log,
    site: STOREFRONT,
    authenticate,
    recall,
    auditRefusal,
    origin: publicUrl,
    https: publicUrl.startsWith('https:'),
    metricsToken: config.metricsToken,
    isLocal: isLoopbackHost(new URL(publicUrl).hostname),
    peers,
    // During development there is no front door, because it could repeat a page that was being made when a file changed.
    ...(!config.development && { door }),
  })
  const renderer = await openRenderer(server, forget)
  // Ready means that everything can be searched, and that changes of the data reach this process.
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
  registerOrganizationsRoutes(server, { database })
  const showsMail = config.demoSignIns && transport === null
  const mail = { send: jobs.send, delivers: transport !== null, showsMail }
  const queueMail = mailQueue(mail)
  const queueSecurityMail = mailQueue({ ...mail, urgent: true })
  const lockCaller = callerLocker(clock, recent)
  registerBillingRoutes(server, { database, clock, payments, inBrowser, send: jobs.send, lockCaller })
  const rules = { billingRuleOrganization: config.billingRuleOrganization }
  const tellApplication = applicationTeller({ send: jobs.send })
  registerChargesRoutes(server, {
    database,
    clock,
    publicUrl,
    lockCaller,
    tellApplication,
    assertMayBuy: purchaseGate(rules),
    live: config.payments.live,
    isReturnAllowed: isAtOrUnder,
  })
  registerWebhookRoutes(server, { database, clock, lockCaller, send: jobs.send })
  registerApplicationRulesRoutes(server, { database, clock, publicUrl, lockCaller })
  // A separate HTTP client: it may reach these origins in the operator's own network, and slow addresses of strangers do not delay it.
  // special-places.ts limits the installs under way for each organization, account and product.
  const unlimited = {
    atOnce: Infinity,
    atOnceAHost: Infinity,
    aMinuteAHost: Infinity,
    atOnceASite: Infinity,
    atOnceAnOwner: Infinity,
  }
  const productsHttp = openGuardedHttp({ allowedOrigins: config.specialInstallOrigins, limits: unlimited })
  const special = { origins: config.specialInstallOrigins, http: productsHttp, places: createSpecialPlaces() }
  const installing = { database, clock, publicUrl, rules, lockCaller, tellApplication, special }
  registerInstallsRoutes(server, { ...installing, catalogue, queueMail })
  registerEstateRoutes(server, { database, clock, publicUrl })
  const buying = { database, clock, publicUrl, rules, lockCaller }
  const telling = { queueMail, publicUrl, tellApplication }
  const subjects = { ...purchasingSubjects({ rules, tellApplication }), ...chargesSubjects(telling) }
  const runner = createPaymentRunner({ database, payments, clock, log, subjects, at: atPayment })
  registerCartsRoutes(server, { ...buying, runner })
  registerPurchasingRoutes(server, {
    ...buying,
    payments,
    runner,
    buyerWaitsMs,
    telling,
    handlers: { ...refundEvents({ database, payments, clock }), ...cardEvents({ database, payments, clock, send: jobs.send }) },
  })
  const pageUrls = { publicUrl, accountsUrl: config.urls.accounts, hostUrl: config.urls.host, errorReports: config.sentryDsn }
  registerOwnApplicationPage(server, { database, catalogue, partners, clock, renderer, ...pageUrls })
  registerRatingsRoutes(server, { database, catalogue, answers, clock, publicUrl, rules, lockCaller, queueMail })
  registerPartnersRoutes(server, { partners, answers, clock, publicUrl })
  registerVisitorRoutes(server, { database, clock, partners, publicUrl, queueMail })
  registerPartnersStaffRoutes(server, { database, clock, lockCaller })
  await registerSearchRoutes(server, { search, catalogue, partners, clock })
  const counter = openEventCounter({
    database: store.client.database,
    clock,
    log,
    isApplication: (id) => publishedById(catalogue.current(), id, clock.now()) !== undefined,
    registry: server.metricsRegistry,
  })
  registerAnalyticsRoutes(server, { database, clock, counter })
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
    payments: paymentSources(config.payments.provider.name, new URL(inBrowser.script).origin),
    allowedHostOrigins: config.allowedHostOrigins,
    variantHosts: config.variantHosts,
  })

  const accounts = await openAccountsServer({
    config,
    log,
    database,
    catalogue,
    clock,
    deviceKey: await readDeviceKey(store.client.database),
    authenticate,
    auditRefusal,
    peers,
    registry: server.metricsRegistry,
    send: jobs.send,
    showsMail,
    queueMail,
    queueSecurityMail,
    lockCaller,
    noteUse,
    rules,
  })
  jobs.countIn(server.metricsRegistry)
  const http = openGuardedHttp({ allowedOrigins: config.demo ? [config.urls.sampleApps] : [] })

  await Promise.race([search.built, wait(INDEXED_WITHIN_MS, undefined, { ref: false })])
  return {
    server,
    accounts,
    startJobs: async () => {
      const { hostname: host } = new URL(publicUrl)
      // The database with long limits, since jobs may take longer than requests.
      const { database: patient } = store.client
      await jobs.start(
        workersOf({
          database: patient,
          clock,
          log,
          jobs,
          send: jobs.send,
          http,
          transport,
          host,
          payments,
          catalogue,
          partners,
          publicUrl,
          accountsUrl: config.urls.accounts,
          queueMail,
          queueSecurityMail,
          tellApplication,
        }),
      )
      runner.start()
      await sendRenderTexts(patient, jobs.send)
      if (config.demo && config.payments.provider.name === 'sandbox') await sendEnsureCards(patient, jobs.send)
    },
    close: async () => {
      await Promise.all([server.close(), accounts.close()])
      await Promise.all([jobs.stop(), runner.stop()])
      transport?.close()
      await Promise.all([http.close(), productsHttp.close()])
      payments.close()
      await counter.close()
      await live.close()
    },
  }
}
