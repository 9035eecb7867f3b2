import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostPage, marketplace, openHost, serveDocuments } from './serve-host.ts'
import { expect, test } from './test.ts'

test.use({ expected: { messages: [/Failed to load resource/, /ERR_/, /Failed to fetch/] } })
test.slow()

/** A server for this file, which can be stopped during a visit. */
const startServer = async (port: number, dataDir: string, origin: string): Promise<ChildProcess> => {
  const server = spawn(process.execPath, ['../apps/server/dist/main.js'], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ALLOWED_HOST_ORIGINS: origin,
    },
  })
  await expect(async () => expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)).toPass({ timeout: 120_000 })
  return server
}
const end = async (server: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

test('the server is started again in the middle of a visit: the page stays, says so, and goes on', async ({ page, baseURL }) => {
  const port = Number(new URL(baseURL ?? '').port) + 30
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-restart-'))
  const host = await serveDocuments(0, (path) =>
    path === '/' ? hostPage(`http://localhost:${port}/embed/helpdesk/apps/`) : path === '/favicon.ico' ? '' : undefined,
  )
  const start = () => startServer(port, folder, `http://localhost:${host.port}`)
  let server = await start()
  try {
    await openHost(page, `http://localhost:${host.port}/`)
    const app = marketplace(page)
    const heading = app.getByRole('heading', { level: 1 })
    const bar = app.getByRole('navigation', { name: 'Main' })
    await expect(heading).toHaveText('All apps')
    await end(server)
    await app.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^CRM/ }).first().click()
    await expect(heading).toHaveText("Apps list couldn't be loaded")
    server = await start()
    await app.getByRole('button', { name: 'Try again' }).click()
    await expect(heading).toHaveText('CRM')
    await bar.getByRole('link', { name: 'My apps' }).click()
    await expect(heading).toHaveText('My apps')
    await expect(app.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  } finally {
    await end(server)
    await host.close()
    await rm(folder, { recursive: true, force: true })
  }
})
