import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ANYONE, ACCOUNT, endpoint, multipartBody } from '@marketplace/contracts/core/endpoint'
import { listenOn } from './listen.ts'
import { buildOpenApi } from './openapi.ts'
import { addRoutes, registerEndpoint } from './register-endpoint.ts'
import { createHttpServer } from './server.ts'
import { STOREFRONT } from './storefront.ts'

const LIMITS = { files: 2, maxFileBytes: 3_000, fields: 2, maxFieldBytes: 20 }
const form = endpoint({
  id: 'testForm',
  api: 'site',
  method: 'POST',
  path: '/test-forms',
  access: ANYONE,
  summary: 'Reads a form with files, for this test',
  body: multipartBody(LIMITS),
  ok: {
    description: 'What was read',
    body: z.object({
      fields: z.array(z.array(z.string())),
      files: z.array(z.object({ field: z.string(), name: z.string(), type: z.string(), text: z.string() })),
    }),
  },
})

let server: FastifyInstance
beforeAll(async () => {
  server = await createHttpServer({
    log: pino({ level: 'silent' }),
    site: STOREFRONT,
    authenticate: async () => null,
    https: false,
    metricsToken: null,
  })
  registerEndpoint(server, form, async ({ body: { fields, files } }) => ({
    fields: [...fields],
    files: files.map(({ bytes, ...file }) => ({ ...file, text: bytes.toString('latin1') })),
  }))
  await listenOn(server, ['127.0.0.1'], 0)
})
afterAll(() => server.close())

type Field = [name: string, value: string | File]
const encode = async (fields: readonly Field[]) => {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  const encoded = new Response(data)
  return { bytes: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}
const send = async (fields: readonly Field[]) => {
  const { bytes, type } = await encode(fields)
  return server.inject({ method: 'POST', url: '/test-forms', payload: bytes, headers: { 'content-type': type } })
}
const file = (size: number, name = 'a.txt') => new File(['x'.repeat(size)], name, { type: 'text/plain' })

describe('a form with files', () => {
  test('arrives with its fields and the bytes of its files', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const answer = await send([
      ['title', 'Two files'],
      ['icon', new File([bytes], 'ïcon.png', { type: 'image/png' })],
      ['screenshot', file(0)],
    ])
    expect(answer.json()).toEqual({
      fields: [['title', 'Two files']],
      files: [
        { field: 'icon', name: 'ïcon.png', type: 'image/png', text: Buffer.from(bytes).toString('latin1') },
        { field: 'screenshot', name: 'a.txt', type: 'text/plain', text: '' },
      ],
    })
  })

  test('may be as large as its limits', async () => {
    const answer = await send([
      ['a', 'x'.repeat(LIMITS.maxFieldBytes)],
      ['b', ''],
      ['one', file(LIMITS.maxFileBytes)],
      ['two', file(LIMITS.maxFileBytes)],
    ])
    expect(answer.statusCode).toBe(200)
    expect(answer.json().files).toHaveLength(2)
  })

  test.each<[string, Field[], number]>([
    ['a file that is too large', [['one', file(LIMITS.maxFileBytes + 1)]], 413],
    ['too many files', [1, 2, 3].map((index) => [`file${index}`, file(1)]), 413],
    ['too many fields', [1, 2, 3].map((index) => [`field${index}`, 'a']), 413],
    ['a field that is too long', [['a', 'x'.repeat(LIMITS.maxFieldBytes + 1)]], 413],
    ['a name that is too long', [['a'.repeat(101), 'a']], 413],
    [
      'a field twice',
      [
        ['a', '1'],
        ['a', '2'],
      ],
      400,
    ],
    ['a field that every object has', [['__proto__', '1']], 400],
  ])('is refused with %s', async (_, fields, status) => {
    expect((await send(fields)).statusCode).toBe(status)
  })

  test.each([
    ['JSON', 'application/json', '{}', 415],
    ['a form of another kind', 'application/x-www-form-urlencoded', 'a=1', 415],
    ['no boundary', 'multipart/form-data', 'a', 400],
    ['no end', 'multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1', 400],
  ])('is refused as %s', async (_, type, payload, status) => {
    const answer = await server.inject({ method: 'POST', url: '/test-forms', payload, headers: { 'content-type': type } })
    expect(answer.statusCode).toBe(status)
  })

  test('is refused without a body', async () => {
    expect((await server.inject({ method: 'POST', url: '/test-forms' })).statusCode).toBe(415)
  })

  const HEAD = 'content-disposition: form-data; name="a"; filename="a"\r\ncontent-type: text/plain\r\n\r\n'
  test.each([
    ['announces more than its limits allow', 'content-length: 20000', ''],
    // None of these forms is complete: it is refused as soon as enough has arrived.
    ['has sent too much of a file', 'transfer-encoding: chunked', `--b\r\n${HEAD}${'x'.repeat(LIMITS.maxFileBytes + 100)}`],
    ['has sent too much before its first part', 'transfer-encoding: chunked', 'x'.repeat(20_000)],
  ])('that %s is refused before its end', async (_, header, sent) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    const chunk = sent === '' ? '' : `${sent.length.toString(16)}\r\n${sent}\r\n`
    socket.write(
      `POST /test-forms HTTP/1.1\r\nhost: shop.test\r\ncontent-type: multipart/form-data; boundary=b\r\n${header}\r\n\r\n${chunk}`,
    )
    const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(3_000) })) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('that stops half way leaves the server well', async () => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    const lines = ['POST /test-forms HTTP/1.1', 'host: shop.test', 'content-type: multipart/form-data; boundary=b']
    socket.write(`${lines.join('\r\n')}\r\ncontent-length: 500\r\n\r\n--b\r\n${HEAD}x`)
    await once(socket, 'connect')
    socket.destroy()
    expect((await send([['one', file(1)]])).statusCode).toBe(200)
  })
})

test('an Idempotency-Key is for JSON: the parts of a form are not compared', () => {
  const kept = endpoint({
    ...form,
    id: 'testKeptForm',
    path: '/test-kept-forms',
    access: ACCOUNT,
    idempotent: true,
    limit: { max: 1, windowSeconds: 1 },
  })
  expect(() => addRoutes(server, kept, async () => ({ fields: [], files: [] }))).toThrow('Idempotency-Key')
})

test('the document says how much a form may hold', () => {
  const { paths } = buildOpenApi([form], { public: 'http://shop.test', accounts: 'http://accounts.test' }, '1')
  expect(paths?.['/test-forms']?.post?.requestBody).toEqual({
    description: 'At most 2 files of 3000 bytes, and 2 fields of 20 bytes',
    content: { 'multipart/form-data': {} },
  })
})
