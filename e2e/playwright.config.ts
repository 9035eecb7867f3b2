import { defineConfig } from '@playwright/test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOST_PORTS } from './ports.ts'

const port = Number(process.env.E2E_PORT ?? 3900)
const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), `marketplace-e2e-${process.pid}`)
// The workers read this file too, and must use the same folder.
process.env.E2E_DATA_DIR = dataDir

const complete = process.env.CHROMIUM_PATH
/** A headless Chromium shell: it takes half the processor time, but lacks the features that need the tag below. */
const shell = process.env.CHROMIUM_SHELL_PATH ?? complete
/** The tag of tests that need the complete Chromium: it blocks third-party cookies, and lets axe into frames of another site. */
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
  // A shared machine may stall, so tests are retried; a real fault still fails at the third try.
  retries: process.env.CI ? 2 : 0,
  expect: { timeout: 20_000 },
  reporter: process.env.E2E_REPORT ? [['line'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'line',
  use: {
    baseURL: `http://localhost:${port}`,
    // The question about tracking is already answered; analytics.spec.ts tests it.
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
    command: 'node ../apps/server/dist/main.js',
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      // The sample host, and hosts of tests on the same site and on another, where the marketplace's cookies are third-party cookies.
      ALLOWED_HOST_ORIGINS: [
        `http://localhost:${port + 4}`,
        ...HOST_PORTS.flatMap((more) => [`http://localhost:${port + more}`, `http://127.0.0.1:${port + more}`]),
      ].join(' '),
    } as Record<string, string>,
  },
})
