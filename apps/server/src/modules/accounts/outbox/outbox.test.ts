import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOutbox } from './outbox.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = fastify({ trustProxy: true })
  await app.register(cookie)
  for (const [name, shows] of [
    ['demo', true],
    ['shop', false],
  ] as const) {
    const outbox = openOutbox('a key', shows)
    app.post<{ Params: { id: string } }>(`/${name}/:id`, async (request, reply) => ({
      address: outbox.offer(request, reply, request.params.id),
    }))
    app.get<{ Params: { id: string } }>(`/${name}/:id`, async (request) => ({ may: outbox.mayRead(request, request.params.id) }))
  }
  await app.ready()
})
afterAll(() => app.close())

const LOCAL = { host: 'localhost:3001' }
const offer = async (url: string, headers: Record<string, string> = LOCAL) => {
  const answer = await app.inject({ method: 'POST', url, headers })
  return {
    address: answer.json<{ address: string | null }>().address,
    set: answer.cookies[0] as Record<string, unknown> | undefined,
  }
}
const mayRead = async (url: string, value: string, headers: Record<string, string> = LOCAL) => {
  const answer = await app.inject({ method: 'GET', url, headers: { ...headers, cookie: `marketplace_outbox=${value}` } })
  return answer.json<{ may: boolean }>().may
}

describe('the mail of the demo', () => {
  test('is read by the browser that sent the form, and for that form alone', async () => {
    const { address, set } = await offer('/demo/one')
    expect(address).toBe('/outbox/one')
    expect(set).toMatchObject({
      name: 'marketplace_outbox',
      path: '/outbox',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      maxAge: 1_800,
    })
    expect(await mayRead('/demo/one', String(set?.value))).toBe(true)
    expect(await mayRead('/demo/two', String(set?.value))).toBe(false)
    for (const value of ['', 'one', `${String(set?.value)}x`]) expect(await mayRead('/demo/one', value)).toBe(false)
  })

  test('is not offered by a server without the demo, nor readable there with a demo’s cookie', async () => {
    const { set } = await offer('/demo/one')
    expect(await offer('/shop/one')).toEqual({ address: null, set: undefined })
    expect(await mayRead('/shop/one', String(set?.value))).toBe(false)
  })

  test.each<[string, Record<string, string>]>([
    ['by another name', { host: 'shop.example' }],
    ['by a proxy', { ...LOCAL, 'x-forwarded-for': '203.0.113.7' }],
    ['by a proxy that names itself', { ...LOCAL, via: '1.1 proxy' }],
    ['as another host', { ...LOCAL, 'x-forwarded-host': 'shop.example' }],
    ['by a name that only begins like it', { host: 'localhost.example' }],
  ])('is not shown to a request that comes %s', async (_, headers) => {
    const { set } = await offer('/demo/one')
    expect(await offer('/demo/one', headers)).toEqual({ address: null, set: undefined })
    expect(await mayRead('/demo/one', String(set?.value), headers)).toBe(false)
  })

  test.each(['127.0.0.1:3001', '[::1]:3001', 'localhost'])('is shown to a request for %s', async (host) => {
    expect((await offer('/demo/one', { host })).address).toBe('/outbox/one')
  })
})
