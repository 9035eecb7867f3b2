import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent from a page of ours. A browser says so by itself, and no page can make it say otherwise; what says neither is
 * no browser, and holds nobody's cookie.
 */
export const isFromOurPage = ({ headers }: Pick<FastifyRequest, 'headers'>, origin: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === origin
}

/** Whether the answer is shown within a page of somebody else. */
export const isFramed = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^(?:iframe|frame|embed|object|fencedframe)$/.test(String(headers['sec-fetch-dest'] ?? ''))
