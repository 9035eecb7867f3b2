import type { FastifyRequest } from 'fastify'

/** Whether the answer is shown in a frame of another page. */
export const isFramed = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^(?:iframe|frame|embed|object|fencedframe)$/.test(String(headers['sec-fetch-dest'] ?? ''))
