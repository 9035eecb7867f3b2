import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { getFavicon } from '@marketplace/contracts/site/endpoints'
import { getMarketplacePicture, getSocialPicture } from '@marketplace/contracts/pictures/endpoints'
import { keepAnswer, type KeptAnswer } from '../../http/answer-cache.ts'
import { ApiError } from '../../core/api-error.ts'
import { sendImmutable } from '../../http/send-answer.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Files } from '../../ports/files.ts'
import { socialPictureReader } from './social-picture.ts'

const ASSETS = join(import.meta.dirname, '../../../assets')

/** These files keep their addresses when a new version changes them, so they are cached for a day only. */
const A_DAY = { 'cache-control': 'public, max-age=86400' }

/** Pictures for use outside the site's pages: previews in social networks and the browser's favicon. */
export const registerPictureRoutes = (app: FastifyInstance, { files }: { files: Files }): void => {
  const social = socialPictureReader(files)
  registerEndpoint(app, getSocialPicture, async ({ params: { id }, request, reply }) => {
    const content = await social(id)
    if (!content) throw new ApiError('NOT_FOUND')
    return sendImmutable(request, reply, { version: `${id}-social`, contentType: 'image/png', content })
  })

  const marketplace = kept('social.png', 'image/png')
  const favicon = kept('favicon.ico', 'image/x-icon')
  registerEndpoint(app, getMarketplacePicture, marketplace)
  registerEndpoint(app, getFavicon, favicon)
}

/** A file of the marketplace, read at the first request. Its format is already compressed. */
const kept = (name: string, contentType: string): (() => Promise<KeptAnswer>) => {
  let answer: KeptAnswer | undefined
  return async () => {
    if (answer) return answer
    const body = await readFile(join(ASSETS, name))
    answer = keepAnswer({ status: 200, contentType, body, headers: A_DAY, until: null }, 'none')
    return answer
  }
}
