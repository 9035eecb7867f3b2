import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { KeptAnswer } from './answer-cache.ts'
import type { Encoding } from './compress.ts'

/** Sends a cached answer: 304 if the client has it already, otherwise in an encoding that the client accepts. */
export const sendAnswer = async (request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): Promise<FastifyReply> => {
  reply.headers(answer.headers).header('vary', 'accept-encoding')
  // An answer with no-store is never requested again with its ETag, and computing the ETag would mean reading the whole answer.
  if (answer.headers['cache-control'] !== 'no-store') {
    reply.header('etag', answer.etag)
    if (answer.status === 200 && matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  }
  const encoding = answer.sentAs(chooseEncoding(request.headers['accept-encoding']))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .code(answer.status)
    .header('content-type', answer.contentType)
    .send(await answer.body(encoding))
}

/** For addresses that contain a hash of their content. */
export const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Sends content that never changes and is compressed already. `version` becomes the ETag: letters, digits, - and . only. */
export const sendImmutable = (
  request: FastifyRequest,
  reply: FastifyReply,
  { version, contentType, content }: { version: string; contentType: string; content: Buffer },
): FastifyReply => {
  const etag = `"${version}"`
  reply.headers(IMMUTABLE).header('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', contentType).send(content)
}

export const chooseEncoding = (header: string | string[] | undefined): Encoding =>
  header ? chosen.memo(String(header)) : 'identity'

const readEncoding = (header: string): Encoding => {
  const refused = new Set<string>()
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = Number(parameters.find((piece) => piece.startsWith('q='))?.slice(2) ?? 1)
    if (weight > 0) accepted.add(name)
    else refused.add(name)
  }
  const takes = (name: string) => accepted.has(name) || (accepted.has('*') && !refused.has(name))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
/** Parsing the header takes longer than the rest of sending a cached answer, and most clients send one of a few values. */
const chosen = new LRUCache<string, Encoding>({ max: 100, memoMethod: readEncoding })

const opaque = (etag: string): string => etag.trim().replace(/^W\//, '')

/** Whether an If-None-Match header contains this ETag, by the weak comparison of RFC 9110 (13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((candidate) => opaque(candidate) === opaque(etag)))
