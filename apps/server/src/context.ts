import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'
import { seedDemo } from './flows/seed-demo.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import { createHttpServer } from './http/server.ts'
import { type LiveCatalogue, openLiveCatalogue, registerCatalogueRoutes, renderOutdatedTexts } from './modules/catalogue/index.ts'
import { registerPageRoutes } from './modules/pages/index.ts'
import { pictureReader } from './modules/pictures/index.ts'
import { registerSystemRoutes } from './modules/system/index.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { PageRenderer } from './ports/page-renderer.ts'
import type { Store } from './store.ts'

/** How many bytes of whole answers are kept in memory. */
const ANSWERS_BYTES = 96 * 1024 * 1024

export type App = { server: FastifyInstance; close: () => Promise<void> }

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

/** The one place where everything is put together. The server it answers with does not listen yet. */
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

  const catalogue = await openLiveCatalogue(client, log)
  try {
    return await assemble(catalogue, { config, store, log, version, openRenderer, assetsFolder, clock })
  } catch (error) {
    await catalogue.close()
    throw error
  }
}

const assemble = async (catalogue: LiveCatalogue, options: Required<AppOptions>): Promise<App> => {
  const { config, store, log, version, openRenderer, assetsFolder, clock } = options
  const { files } = store
  const { database } = store.client
  const answers = createAnswerCache(ANSWERS_BYTES)
  catalogue.onChange(() => answers.clear())

  const publicUrl = config.urls.public
  const server = await createHttpServer({ log, https: publicUrl.startsWith('https:'), metricsToken: config.metricsToken })
  const renderer = await openRenderer(server, () => answers.clear())
  registerSystemRoutes(server, { database, catalogue, pictures: pictureReader(files), assetsFolder, publicUrl, version })
  registerCatalogueRoutes(server, { database, catalogue, answers, clock, publicUrl })
  registerPageRoutes(server, {
    database,
    catalogue,
    answers,
    clock,
    renderer,
    publicUrl,
    allowedHostOrigins: config.allowedHostOrigins,
    variantHosts: config.variantHosts,
  })

  let stopping = false
  const texts = renderOutdatedTexts(database, () => stopping).then(
    (count) => count > 0 && log.info({ count }, 'rendered texts anew'),
    (err: unknown) => log.error({ err }, 'texts could not be rendered anew'),
  )
  return {
    server,
    close: async () => {
      stopping = true
      await server.close()
      await texts
      await catalogue.close()
    },
  }
}
