import { defineConfig } from '@playwright/test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const port = Number(process.env.E2E_PORT ?? 3900)
const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), `marketplace-e2e-${process.pid}`)
// The workers read this file too, and have to agree with the first one.
process.env.E2E_DATA_DIR = dataDir

const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 120_000,
  // A shared machine may stall; what is broken stays broken at the second try.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 20_000 },
  reporter: process.env.E2E_REPORT ? [['line'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'line',
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
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
      // A host of the same site, and one of another, where cookies of ours are those of a third party.
      ALLOWED_HOST_ORIGINS: `http://localhost:${port + 4} http://127.0.0.1:${port + 4}`,
    } as Record<string, string>,
  },
})
