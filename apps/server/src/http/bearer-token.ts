import type { FastifyRequest } from 'fastify'

/** The Bearer token of a request; null where it has none. */
export const bearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  /^Bearer +(\S{1,500}) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
