import { createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHandler } from './server.ts'
import { readSettings } from './settings.ts'

let server: Server
let port: number
beforeAll(async () => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  port = (probe.address() as AddressInfo).port
  await new Promise((resolve) => probe.close(resolve))
  server = createServer(createHandler(readSettings({ PORT: '3000', SAMPLE_APPS_PORT: String(port) })))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

type Sent = { host?: string; method?: string; headers?: Record<string, string>; body?: string }
const ask = (path: string, { host = `127.0.0.1:${port}`, method = 'GET', headers = {}, body }: Sent = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const request = send({ port, host: '127.0.0.1', path, method, headers: { ...headers, host } }, async (response) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    request.once('error', reject).end(body)
  })

test('an application is a page that only the marketplace and the sample host may frame', async () => {
  const { status, headers, text } = await ask('/rolodeer/app?plugin_id=1&theme=dark')
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toContain('frame-ancestors http://localhost:3000 http://localhost:3004')
  expect(text).toContain('<script src="/sdk/agent-app.js">')
  expect(await ask('/scripts/full-screen.ts')).toMatchObject({
    status: 200,
    text: expect.stringContaining('createFullscreenWidget'),
  })
  expect(await ask('/nothing')).toMatchObject({ status: 404 })
})

test('the SDKs are the published files, byte for byte', async () => {
  const { readFile } = await import('node:fs/promises')
  for (const [path, file] of [
    ['/sdk/agent-app.js', '@livechat/agent-app-sdk/dist/agentapp.umd.min.js'],
    ['/sdk/helpdesk.js', '@livechat/helpdesk-sdk/dist/helpdesk-sdk.umd.min.js'],
  ] as const) {
    const published = await readFile(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8')
    expect((await ask(path)).text).toBe(published)
  }
})

test.each(['marketplace.example', '127.0.0.1', 'localhost', '127.0.0.1.nip.io'])('the host %j is refused', async (host) => {
  expect((await ask('/rolodeer/app', { host })).status).toBe(421)
})

test('at localhost no page answers, only the end of a sign-in', async () => {
  for (const path of ['/', '/callback?code=1', '/rolodeer/app', '/scripts/page.ts', '/sdk/agent-app.js']) {
    const { status, headers, text } = await ask(path, { host: `localhost:${port}` })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).not.toContain('<')
  }
})

const install = (path: string, sent: Sent = {}) =>
  ask(path, {
    method: 'POST',
    headers: { authorization: 'Bearer dal:token', 'content-type': 'application/json' },
    body: JSON.stringify({ source_url: 'http://localhost:3000/apps/chatbot/', source_id: 'marketplace' }),
    ...sent,
  })

test('a sister product answers an install with the state of the account', async () => {
  const { status, text } = await install('/install/chatbot')
  expect([status, JSON.parse(text)]).toEqual([200, { accountStatus: 'created', message: 'Your chatbot account is ready.' }])
  expect(await install('/install/refuses')).toMatchObject({ status: 409, text: expect.stringContaining('trial') })
  expect(await install('/install/chatbot', { headers: {} })).toMatchObject({ status: 401 })
  expect(await install('/install/chatbot', { body: 'x' })).toMatchObject({ status: 422 })
  expect(await install('/install/chatbot', { body: 'x'.repeat(20_000) })).toMatchObject({ status: 413 })
  expect(await install('/install/redirects')).toMatchObject({ status: 307, headers: { location: '/install/chatbot' }, text: '' })
  for (const path of ['/install/elsewhere', '/install/', '/chatbot']) expect(await install(path)).toMatchObject({ status: 404 })
  expect(await ask('/', { method: 'DELETE' })).toMatchObject({ status: 405 })
})
