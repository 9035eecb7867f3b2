// npm test: every test, the browser's included. `npm test -- FILTER` runs those of Vitest that match, and nothing else.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './lib/alive.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runChild } from './lib/child.mjs'
import { addCounts, countPlaywright, countVitest } from './lib/count-tests.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endLeftovers } from './lib/leftovers.mjs'
import { projectNode, root, runMain } from './lib/project.mjs'

const filters = process.argv.slice(2)
const FOLDER = 'marketplace-tests-'

/** Runs a suite's program with this project's Node, and ends as the person wants who interrupts it. */
const runSuite = async (args, cwd, env) => {
  const { code, stoppedBy } = await runChild(projectNode(), args, { cwd, env: { ...process.env, ...env }, graceMs: 8_000 })
  if (stoppedBy) throw new Interrupted(stoppedBy)
  return code ?? 1
}

class Interrupted extends Error {}

const runVitest = async (folder, env) => {
  const report = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runSuite([join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...filters], root, {
    ...env,
    NODE_ENV: 'test',
  })
  return countVitest(report, code)
}

const runPlaywright = async (folder, env) => {
  const report = join(folder, 'playwright.json')
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=line,json']
  const code = await runSuite(args, join(root, 'e2e'), { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  return countPlaywright(report, code)
}

/** Ends what still runs in a folder (or has the mark in its environment), and deletes the folder. */
const clearFolder = async (folder, mark) => {
  const left = await endLeftovers({ folder, mark }, mark ? 1_000 : 0)
  for (const { pid, command } of left) console.error(`Ended what the tests left running: ${pid} ${command}`)
  try {
    // Where root's PostgreSQL cannot enter a data folder its database is elsewhere, with a note of whose it is.
    for (const place of readdirSync('/var/lib').filter((name) => name.startsWith('marketplace-'))) {
      const owner = readFileSync(join('/var/lib', place, 'data-folder'), 'utf8')
      if (owner.startsWith(`${folder}/`)) rmSync(join('/var/lib', place), { recursive: true, force: true })
    }
  } catch {
    // There is none.
  }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // It is another user's: theirs to clear.
  }
}

// A run that was killed outright could not clear up: its folder and its PostgreSQL are still there.
const clearEarlierRuns = async () => {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(FOLDER))) {
    if (!isAlive(Number.parseInt(name.slice(FOLDER.length), 10))) await clearFolder(join(tmpdir(), name))
  }
}

await runMain(async () => {
  await ensureInstalled()
  const mark = randomUUID()
  const env = { MARKETPLACE_TEST_RUN: mark }
  if (filters.length === 0) {
    env.CHROMIUM_PATH = await ensureBrowser()
    await ensureBuilt()
  }
  // Of one's own for this run: what is left in it, and runs on it, can be told and cleared away. Other users may enter,
  // as root's PostgreSQL is one.
  await clearEarlierRuns()
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`))
  chmodSync(folder, 0o755)
  env.TMPDIR = folder
  const clear = () => {
    // Who interrupts twice would leave what the first time was about to end.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
    return clearFolder(folder, `MARKETPLACE_TEST_RUN=${mark}`)
  }
  const counts = []
  try {
    counts.push(await runVitest(folder, env))
    if (filters.length === 0) counts.push(await runPlaywright(folder, env))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    await clear()
    process.exit(128 + constants.signals[error.message])
  }
  await clear()
  const { passed, failed, skipped } = addCounts(counts)
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed > 0 ? 1 : 0)
})
