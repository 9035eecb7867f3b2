import { readFileSync } from 'node:fs'

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
