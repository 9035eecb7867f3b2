import type { FastifyRequest } from 'fastify'

export const bearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  /^Bearer +(\S{1,500}) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
