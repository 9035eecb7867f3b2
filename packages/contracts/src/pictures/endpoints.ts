import { z } from 'zod'
import { ANYONE, endpoint } from '../core/endpoint.ts'

export const getPicture = endpoint({
  id: 'getPicture',
  api: 'site',
  method: 'GET',
  path: '/pictures/{id}/{file}',
  access: ANYONE,
  summary: 'A picture of the catalogue in one of its widths, re-encoded',
  params: z.object({ id: z.string(), file: z.string() }),
  ok: { description: 'A picture', contentType: 'image/webp' },
  errors: ['NOT_FOUND'],
})

export const getSocialPicture = endpoint({
  id: 'getSocialPicture',
  api: 'site',
  method: 'GET',
  path: '/pictures/{id}/social.png',
  access: ANYONE,
  summary: 'A picture of the catalogue as social networks show it: 1200 by 630 px',
  params: z.object({ id: z.string() }),
  ok: { description: 'A picture', contentType: 'image/png' },
  errors: ['NOT_FOUND'],
})

export const getMarketplacePicture = endpoint({
  id: 'getMarketplacePicture',
  api: 'site',
  method: 'GET',
  path: '/social.png',
  access: ANYONE,
  summary: 'The picture that social networks show for a page without one',
  ok: { description: 'A picture', contentType: 'image/png' },
})
