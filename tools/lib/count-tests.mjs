import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** The result of a suite. A crash or a run without tests counts as a failure. */
const settle = (counts, exitCode) => {
  const ran = counts.passed + counts.failed + counts.skipped > 0
  return counts.failed === 0 && (exitCode !== 0 || !ran) ? { ...counts, failed: 1 } : counts
}

const NOTHING = { passed: 0, failed: 0, skipped: 0 }

/** The start of an error: without the colours of the terminal, and without the places in packages. */
const shorten = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 12)
    .join('\n')

/** What failed, by Vitest's JSON report: the file, the name and the start of the error of each test. */
export const failuresOfVitest = (path) =>
  (readReport(path)?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap((file) => {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [`${file.name}\n${shorten(file.message)}`]
      return failed.map(({ fullName, failureMessages }) => `${file.name} › ${fullName}\n${shorten(failureMessages[0])}`)
    })

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** What failed, by Playwright's JSON report, and what passed at its retry only. */
export const failuresOfPlaywright = (path) =>
  (readReport(path)?.suites ?? []).flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const error = results.find(({ error: found }) => found)?.error
        return `${spec.file}:${spec.line} › ${spec.title}${status === 'flaky' ? ' (passed at its retry)' : ''}\n${shorten(error?.message)}`
      }),
  )

/** Counts Vitest's JSON report. A file that could not run counts as one failed test. */
export const countVitest = (path, exitCode) => {
  const report = readReport(path)
  if (!report) return settle(NOTHING, 1)
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  return settle(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    exitCode,
  )
}

/** Counts Playwright's JSON report. A test that passed at its retry has passed. */
export const countPlaywright = (path, exitCode) => {
  const report = readReport(path)
  if (!report) return settle(NOTHING, 1)
  const { expected, unexpected, flaky, skipped } = report.stats
  return settle({ passed: expected + flaky, failed: unexpected, skipped }, exitCode)
}

export const addCounts = (all) =>
  all.reduce(
    (sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed, skipped: sum.skipped + one.skipped }),
    NOTHING,
  )
