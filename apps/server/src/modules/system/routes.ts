import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { getAsset, getDocs, getHealth, getMetrics, getOpenApi, getReadiness } from '@marketplace/contracts/site/endpoints'
import { getPicture } from '@marketplace/contracts/pictures/endpoints'
import type { Database } from '../../db/client.ts'
import { keepAnswer, type KeptAnswer } from '../../http/answer-cache.ts'
import { IMMUTABLE, sendImmutable } from '../../http/send-answer.ts'
import { DOCS_POLICY, renderDocs } from '../../http/docs-page.ts'
import { rootCause } from '../../http/database-errors.ts'
import { ApiError } from '../../core/api-error.ts'
import { buildOpenApi } from '../../http/openapi.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { type LiveCatalogue, readCatalogueVersion } from '../catalogue/index.ts'
import type { PictureReader } from '../pictures/index.ts'
import { createProbe } from './probe.ts'
import { tryToWrite } from './repository.ts'

export type SystemRoutesOptions = {
  database: Database
  catalogue: LiveCatalogue
  pictures: PictureReader
  /** The folder of the web application's hashed files; null during development, when Vite serves them. */
  assetsFolder: string | null
  urls: { public: string; accounts: string }
  version: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
}

/** Health checks, metrics, the API's documentation, assets and pictures. */
export const registerSystemRoutes = (app: FastifyInstance, options: SystemRoutesOptions): void => {
  const { database, catalogue, pictures, urls, version } = options

  registerEndpoint(app, getHealth, async () => ({ status: 'ok' as const }))
  const askDatabase = createProbe(async () => {
    try {
      const [catalogueVersion] = await Promise.all([readCatalogueVersion(database), tryToWrite(database)])
      return catalogueVersion
    } catch (error) {
      app.log.warn({ reason: rootCause(error) }, 'not ready: the database cannot be read and written')
      throw new ApiError('NOT_READY')
    }
  })
  registerEndpoint(app, getReadiness, async () => {
    if (!catalogue.connected()) throw new ApiError('NOT_READY')
    return { status: 'ready' as const, catalogueVersion: await askDatabase() }
  })
  registerEndpoint(app, getMetrics, async ({ reply }) =>
    reply.header('content-type', app.metricsRegistry.contentType).send(await app.metricsRegistry.metrics()),
  )

  const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS)
  const answer = (contentType: string, body: string, headers = {}) =>
    keepAnswer({ status: 200, contentType, body, headers: { 'cache-control': 'public, no-cache', ...headers }, until: null })
  const openApi = answer('application/json; charset=utf-8', JSON.stringify(buildOpenApi(endpoints, urls, version), null, 2))
  const docs = answer('text/html; charset=utf-8', renderDocs(endpoints), { 'content-security-policy': DOCS_POLICY })
  registerEndpoint(app, getOpenApi, async () => openApi)
  registerEndpoint(app, getDocs, async () => docs)

  registerEndpoint(app, getPicture, async ({ params: { id, file }, request, reply }) => {
    const content = await pictures(id, file)
    if (!content) throw new ApiError('NOT_FOUND')
    // The id is the hash of the original and the file name is its width, so this address never shows another picture.
    return sendImmutable(request, reply, { version: `${id}-${file}`, contentType: 'image/webp', content })
  })

  // There are a few dozen assets, and they never change during the life of the process.
  const assets = new Map<string, Promise<KeptAnswer | null>>()
  registerEndpoint(app, getAsset, async ({ params }) => {
    const name = params['*']
    if (!options.assetsFolder || !/^[\w.-]+$/.test(name)) throw new ApiError('NOT_FOUND')
    let asset = assets.get(name)
    if (!asset) {
      asset = readAsset(options.assetsFolder, name)
      if (await asset) assets.set(name, asset)
    }
    const found = await asset
    if (!found) throw new ApiError('NOT_FOUND')
    return found
  })
}

const readAsset = async (folder: string, name: string): Promise<KeptAnswer | null> => {
  const path = join(folder, name)
  const contentType = TYPES[extname(name)]
  if (!contentType || !path.startsWith(folder + sep)) return null
  const body = await readFile(path).catch(() => null)
  return body && keepAnswer({ status: 200, contentType, body, headers: IMMUTABLE, until: null }, 'best')
}
