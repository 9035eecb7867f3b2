import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import type { Application } from '@marketplace/contracts/application'
import { CallError, createClient } from '@marketplace/contracts/client'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let call: ReturnType<typeof createClient>
beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([line('one'), line('two')])
  app = await openTestApp(store)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  call = createClient({ baseUrl: `http://127.0.0.1:${port}/api/v2`, send: fetch })
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

  test('does not compile for undeclared endpoints and parameters', () => {
    const wrong = () => [
      // @ts-expect-error the endpoint has no such parameter
      call('GET /applications/{slug}/published', { params: { id: 'one' } }),
      // @ts-expect-error the parameter is required
      call('GET /applications/{slug}/published'),
      // @ts-expect-error there is no such endpoint
      call('GET /nothing'),
    ]
    expect(wrong).toBeTypeOf('function')
  })
})
