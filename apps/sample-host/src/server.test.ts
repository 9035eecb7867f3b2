import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHandler } from './server.ts'
import { StartError } from '@marketplace/side-program/start-error'
import { readSettings } from './settings.ts'

let server: Server
let port: number
beforeAll(async () => {
  // An empty script, because policy and markup do not depend on its content.
  const files = new Map([['/main.js', { type: 'text/javascript', text: '' }]])
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  port = (probe.address() as AddressInfo).port
  await new Promise((resolve) => probe.close(resolve))
  const settings = readSettings({ PORT: '4000', SAMPLE_HOST_PORT: String(port) })
  server = createServer(createHandler(settings, files))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

type Answer = { status: number; headers: Record<string, unknown>; body: string }
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, method, headers: { host: `localhost:${port}`, ...headers } }
    request(options, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .once('error', reject)
      .end()
  })

describe('the sample host', () => {
  test('answers complete pages, whose policy names its four neighbours and nobody else', async () => {
    const { status, headers, body } = await ask('/chats')
    expect(status).toBe(200)
    expect(body).toMatch(/^<!doctype html>[^]*<h1[^]*<\/html>\s*$/)
    const policy = String(headers['content-security-policy'])
    const origins = new Set(policy.match(/https?:[^\s;]+/g))
    expect(origins).toEqual(new Set(['http://localhost:4000', 'http://localhost:4001', 'http://127.0.0.1:4003']))
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test.each([
    ['/nothing', 404],
    ['/main.js', 200],
    ['/../package.json', 404],
    [`/${'a'.repeat(5_000)}`, 414],
  ])('%s is %d', async (path, status) => expect((await ask(path)).status).toBe(status))

  test('the address of the request is in no page', async () => {
    for (const path of ['/x<script>1</script>', '/chats?q=<script>1</script>', "/apps/'><script>1</script>"])
      expect((await ask(path)).body).not.toContain('<script>1')
  })

  test('a page moves within this origin only, with its query', async () => {
    expect((await ask('/chats/?a=//b')).headers.location).toBe('/chats?a=//b')
    expect((await ask('//elsewhere.example/')).status).toBe(404)
  })

  test('another name of this machine leads to its own, and a stranger’s is refused', async () => {
    const { status, headers } = await ask('/apps/marketplace/apps?a=b', { host: `127.0.0.1:${port}` })
    expect([status, headers.location]).toEqual([302, `http://localhost:${port}/apps/marketplace/apps?a=b`])
    expect((await ask('/chats', { host: 'elsewhere.example' })).status).toBe(421)
    expect((await ask('/healthz', { host: `127.0.0.1:${port}` })).body).toBe('ok\n')
  })

  test('requests that send data are refused', async () => {
    expect((await ask('/chats', {}, 'POST')).status).toBe(405)
    expect((await ask('/chats', {}, 'HEAD')).body).toBe('')
  })

  test.each([
    ['sample-host-theme=dark', 'data-theme="dark"'],
    ['other=1; sample-host-theme=light', 'data-theme="light"'],
    ['sample-host-theme="><script>', ''],
    ['x-sample-host-theme=dark', ''],
  ])('the cookie %s gives the page “%s”', async (cookie, theme) => {
    const { body } = await ask('/chats', { cookie })
    expect(/<html lang="en"\s*(data-theme="\w+")?\s*>/.exec(body)?.[1] ?? '').toBe(theme)
  })

  test.each([
    { SAMPLE_HOST_PORT: '99999' },
    { PUBLIC_URL: 'javascript:alert(1)' },
    { SAMPLE_APPS_URL: "http://a.example; script-src 'unsafe-inline'" },
  ])('the setting %o is refused', (environment) => expect(() => readSettings(environment)).toThrow(StartError))
})
