import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import Fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { listenOn } from './listen.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

const serve = async (hosts: readonly string[], port = 0) => {
  const app = Fastify()
  open.push(app)
  app.get('/', () => 'here')
  await listenOn(app, hosts, port)
  return { app, port: (app.server.address() as AddressInfo).port }
}

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))

describe.runIf(hasIpv6)('listenOn', () => {
  test('answers on both addresses of loopback, at one port', async () => {
    const { app, port } = await serve(['127.0.0.1', '::1'])
    for (const host of ['127.0.0.1', '[::1]']) expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
    await app.close()
    for (const host of ['127.0.0.1', '[::1]']) await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow('fetch failed')
  })

  test('runs the first server’s listeners for requests on every address', async () => {
    const { app, port } = await serve(['127.0.0.1', '::1'])
    const seen: (string | undefined)[] = []
    app.server.on('request', ({ url }) => seen.push(url))
    for (const host of ['127.0.0.1', '[::1]']) await fetch(`http://${host}:${port}/?${host}`)
    expect(seen).toEqual(['/?127.0.0.1', '/?[::1]'])
  })

  test('skips a further address that the machine does not have', async () => {
    const { port } = await serve(['127.0.0.1', '2001:db8::1'])
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  })

  test('fails if the port is taken on any of them', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '::1', resolve))
    open.push({ close: () => new Promise((resolve) => other.close(resolve)) })
    await expect(serve(['127.0.0.1', '::1'], (other.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
