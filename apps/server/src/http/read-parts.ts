import type { FastifyRequest } from 'fastify'
import type { MultipartBody } from '@marketplace/contracts/core/endpoint'
import { ApiError } from '../core/api-error.ts'

/** An uploaded file. The sender states its name and type. */
export type UploadedFile = { field: string; name: string; type: string; bytes: Buffer }
export type Parts = { fields: ReadonlyMap<string, string>; files: readonly UploadedFile[] }

/** The bytes allowed for the boundary and the headers of a part. */
const PART_BYTES = 1_000
const LONGEST_NAME = 100
const mostBytes = ({ files, maxFileBytes, fields, maxFieldBytes }: MultipartBody): number =>
  files * maxFileBytes + fields * maxFieldBytes + (files + fields + 1) * PART_BYTES

/** Refuses a form whose announced length is too large. */
export const refuseLongForm =
  (body: MultipartBody) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    if (Number(headers['content-length'] ?? 0) > mostBytes(body)) throw new ApiError('PAYLOAD_TOO_LARGE')
  }

/**
 * Reads a form with files into memory. Throws as soon as a limit is exceeded. The total is limited too, because bytes between the parts do
 * not count for any part.
 */
export const readParts = (request: FastifyRequest, body: MultipartBody): Promise<Parts> => {
  const most = mostBytes(body)
  let bytes = 0
  const isTooLong = new Promise<never>((_, reject) => {
    request.raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) reject(new ApiError('PAYLOAD_TOO_LARGE'))
    })
  })
  const parts = collectParts(request, body).catch((error: unknown) => {
    // The parser's errors for invalid forms have no HTTP status.
    throw error instanceof ApiError || (error instanceof Error && 'statusCode' in error) ? error : new ApiError('BAD_REQUEST')
  })
  return Promise.race([parts, isTooLong])
}

const collectParts = async (request: FastifyRequest, body: MultipartBody): Promise<Parts> => {
  const limits = {
    files: body.files,
    fields: body.fields,
    parts: body.files + body.fields,
    fileSize: body.maxFileBytes,
    fieldSize: body.maxFieldBytes,
    headerPairs: 20,
  }
  const fields = new Map<string, string>()
  const files: UploadedFile[] = []
  for await (const part of request.parts({ limits })) {
    if (part.fieldname.length > LONGEST_NAME) throw new ApiError('PAYLOAD_TOO_LARGE')
    if (part.type === 'file') {
      const chunks: Buffer[] = []
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        if (part.file.truncated) throw new ApiError('PAYLOAD_TOO_LARGE')
        chunks.push(chunk)
      }
      if (part.file.truncated) throw new ApiError('PAYLOAD_TOO_LARGE')
      files.push({ field: part.fieldname, name: part.filename, type: part.mimetype, bytes: Buffer.concat(chunks) })
    } else {
      if (part.valueTruncated) throw new ApiError('PAYLOAD_TOO_LARGE')
      if (typeof part.value !== 'string' || fields.has(part.fieldname)) throw new ApiError('BAD_REQUEST')
      fields.set(part.fieldname, part.value)
    }
  }
  return { fields, files }
}
