import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Encoding, KeptAnswer } from './answer-cache.ts'

/** Sends a kept answer: 304 where the caller has it already, compressed as the caller can read it. */
export const sendAnswer = async (request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): Promise<FastifyReply> => {
  reply.headers(answer.headers).header('etag', answer.etag).header('vary', 'accept-encoding')
  if (answer.status === 200 && isKnownTo(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  const encoding = answer.sentAs(chooseEncoding(request.headers['accept-encoding']))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .code(answer.status)
    .header('content-type', answer.contentType)
    .send(await answer.body(encoding))
}

/** What an address that names its content, by a hash of it, is answered with. */
export const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Sends what never changes under its address and is compressed in itself. `version` says what it is, in letters, digits, - and . */
export const sendForEver = (
  request: FastifyRequest,
  reply: FastifyReply,
  { version, contentType, content }: { version: string; contentType: string; content: Buffer },
): FastifyReply => {
  const etag = `"${version}"`
  reply.headers(FOR_EVER).header('etag', etag)
  if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', contentType).send(content)
}

/** The encoding to answer in, from an Accept-Encoding header (RFC 9110, 12.5.3). */
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
/** Reading the header takes longer than all else that a kept answer needs, and nearly everyone sends one of a few. */
const chosen = new LRUCache<string, Encoding>({ max: 100, memoMethod: readEncoding })

const opaque = (etag: string): string => etag.trim().replace(/^W\//, '')

/** Whether an If-None-Match header says that the caller has this already: a weak comparison, as RFC 9110 (13.1.2) wants. */
export const isKnownTo = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((candidate) => opaque(candidate) === opaque(etag)))
