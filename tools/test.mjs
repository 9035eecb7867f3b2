// npm test: runs all tests, also those in a browser. `npm test -- FILTER` runs only the files whose paths contain the filter.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureShell } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runChild } from './lib/child.mjs'
import { addCounts, countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest } from './lib/count-tests.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { projectNode, root, runMain } from './lib/project.mjs'
import { openScratch } from './lib/scratch.mjs'
import { splitFilters, testFiles } from './lib/test-filters.mjs'

/** Runs a suite with the project's Node. Ctrl-C stops the suite and this command. */
const runSuite = async (args, cwd, env) => {
  const { code, stoppedBy } = await runChild(projectNode(), args, { cwd, env: { ...process.env, ...env }, graceMs: 8_000 })
  if (stoppedBy) throw new Interrupted(stoppedBy)
  return code ?? 1
}

class Interrupted extends Error {}

const runVitest = async (folder, env, filters) => {
  const report = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runSuite([join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...filters], root, {
    ...env,
    NODE_ENV: 'test',
  })
  const faults = join(folder, 'postgres-faults.txt')
  const ofPostgres = existsSync(faults) ? [`The tests' PostgreSQL logged:\n${readFileSync(faults, 'utf8')}`] : []
  return { counts: countVitest(report, code), failures: [...failuresOfVitest(report), ...ofPostgres] }
}

const runPlaywright = async (folder, env, filters) => {
  const report = join(folder, 'playwright.json')
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=line,json', ...filters]
  const code = await runSuite(args, join(root, 'e2e'), { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  return { counts: countPlaywright(report, code), failures: failuresOfPlaywright(report) }
}

await runMain(async () => {
  const filters = splitFilters(process.argv.slice(2), testFiles())
  await ensureInstalled()
  const mark = randomUUID()
  const env = { MARKETPLACE_TEST_RUN: mark }
  if (filters.playwright) {
    const browser = await ensureBrowser()
    env.CHROMIUM_SHELL_PATH = await ensureShell(browser)
    env.CHROMIUM_PATH = browser
  }
  // Tests of the server start programs whose pages have scripts.
  await ensureBuilt()
  // A temporary folder for this run, so that leftover files and processes can be found and removed.
  const { folder, clear } = await openScratch('marketplace-tests-', { mark: `MARKETPLACE_TEST_RUN=${mark}`, whose: 'the tests' })
  env.TMPDIR = folder
  // Tests start dozens of servers. The first one writes compiled code to this cache and the others read it, which halves the work of a
  // start.
  env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  const suites = []
  try {
    if (filters.vitest) suites.push(await runVitest(folder, env, filters.vitest))
    if (filters.playwright) suites.push(await runPlaywright(folder, env, filters.playwright))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    await clear()
    process.exit(128 + constants.signals[error.message])
  }
  await clear()
  // Once more at the end: the browser tests print hundreds of lines after a failure of Vitest's.
  const failures = suites.flatMap((suite) => suite.failures)
  if (failures.length > 0) console.log(`\n${failures.join('\n\n')}\n`)
  const { passed, failed, skipped } = addCounts(suites.map(({ counts }) => counts))
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed > 0 ? 1 : 0)
})
