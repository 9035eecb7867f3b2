import { defineConfig } from '@playwright/test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const port = Number(process.env.E2E_PORT ?? 3900)
const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), `marketplace-e2e-${process.pid}`)
// The workers read this file too, and have to agree with the first one.
process.env.E2E_DATA_DIR = dataDir

const complete = process.env.CHROMIUM_PATH
/** A Chromium without a window: half the processor time, and without what the tag is about. */
const shell = process.env.CHROMIUM_SHELL_PATH ?? complete
/** Tests of what only a complete Chromium does: it refuses the cookies of others, and lets axe into frames of another site. */
const COMPLETE = /@complete/

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const launch = (executablePath: string | undefined) => ({ launchOptions: { ...(executablePath && { executablePath }), args } })

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 120_000,
  // A shared machine may stall; what is broken stays broken at the third try.
  retries: process.env.CI ? 2 : 0,
  expect: { timeout: 20_000 },
  reporter: process.env.E2E_REPORT ? [['line'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'line',
  use: {
    baseURL: `http://localhost:${port}`,
    // The question about tracking is answered already; analytics.spec.ts is about it.
    storageState: {
      cookies: [],
      origins: [{ origin: `http://localhost:${port}`, localStorage: [{ name: 'marketplace-consent', value: 'denied' }] }],
    },
  },
  projects:
    shell === complete
      ? [{ name: 'chromium', use: launch(complete) }]
      : [
          { name: 'complete', grep: COMPLETE, use: launch(complete) },
          { name: 'shell', grepInvert: COMPLETE, use: launch(shell) },
        ],
  webServer: {
    command: 'node ../apps/server/src/main.ts',
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      // The sample host, and hosts of tests on the same site and on another, where cookies of ours are those of a third party.
      ALLOWED_HOST_ORIGINS: [
        `http://localhost:${port + 4}`,
        ...[5, 6, 7].flatMap((more) => [`http://localhost:${port + more}`, `http://127.0.0.1:${port + more}`]),
      ].join(' '),
    } as Record<string, string>,
  },
})
