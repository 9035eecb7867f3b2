import type { FastifyRequest } from 'fastify'

/** Whether the answer is shown within a page of somebody else. */
export const isFramed = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^(?:iframe|frame|embed|object|fencedframe)$/.test(String(headers['sec-fetch-dest'] ?? ''))
