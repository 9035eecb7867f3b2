import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import type { Application } from '@marketplace/contracts/catalogue/schemas'
import { CallError, type Client, createClient } from '@marketplace/contracts/api/client'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let call: Client<'product'>
let accounts: Client<'accounts'>
beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([line('one'), line('two')])
  app = await openTestApp(store)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  call = createClient<'product'>({ baseUrl: `http://127.0.0.1:${port}/api/v2`, send: fetch })
  await app.accounts.listen({ host: '127.0.0.1', port: 0 })
  const accountsPort = (app.accounts.server.address() as AddressInfo).port
  accounts = createClient<'accounts'>({ baseUrl: `http://127.0.0.1:${accountsPort}/v2`, send: fetch })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

describe('the typed client', () => {
  test('calls an endpoint by its declaration, with a typed answer', async () => {
    const one = await call('GET /applications/{slug}/published', { params: { slug: 'one' } })
    expectTypeOf(one).toEqualTypeOf<Application>()
    expect(one).toMatchObject({ slug: 'one', name: 'One' })
    expect(await call('GET /applications/published', { query: { limit: 1 } })).toHaveLength(1)
    expect(await call('GET /applications/published')).toHaveLength(2)
  })

  test('escapes its parameters', async () => {
    const asked = call('GET /applications/{slug}/published', { params: { slug: '../published?x=#' } })
    await expect(asked).rejects.toThrow(CallError)
    await expect(asked).rejects.toMatchObject({
      code: 'APPLICATION_NOT_FOUND',
      status: 404,
      message: 'There is no such application.',
    })
  })

  test('reads what either API says of a refusal', async () => {
    const awaiting = call('POST /awaiting_apps', { body: { application_id: 'x', email: 'nobody' } })
    await expect(awaiting).rejects.toMatchObject({
      code: 'INVALID_PARAMETERS',
      fields: [{ field: 'email', message: 'Invalid email address' }],
    })
    await expect(accounts('GET /accounts/me')).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Sign in to do this.' })
    await expect(accounts('GET /clients/{id}/public', { params: { id: 'nobody' } })).rejects.toMatchObject({
      code: 'CLIENT_NOT_FOUND',
      message: 'There is no such client.',
    })
  })

  test('does not compile for what is not declared', () => {
    const wrong = () => [
      // @ts-expect-error the endpoint has no such parameter
      call('GET /applications/{slug}/published', { params: { id: 'one' } }),
      // @ts-expect-error the parameter is required
      call('GET /applications/{slug}/published'),
      // @ts-expect-error there is no such endpoint
      call('GET /nothing'),
      // @ts-expect-error it is the accounts server's
      call('GET /accounts/me'),
      // @ts-expect-error it is the product API's
      accounts('GET /applications/installed'),
      // @ts-expect-error a client that names no API calls nothing
      createClient({ baseUrl: '', send: fetch })('GET /accounts/me'),
    ]
    expect(wrong).toBeTypeOf('function')
  })
})
