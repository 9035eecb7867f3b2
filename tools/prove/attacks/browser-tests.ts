import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Attack } from '../lib/attack.ts'

/** A run takes a quarter of an hour or more. This many runs find a test that fails once in 20. */
const MOST_RUNS = 20
/** How much of a run's output is kept. */
const MOST_CHARACTERS = 1_000_000

/** Runs all tests in a browser once. Returns its exit code and the end of its output. */
const runBrowserTests = (): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const test = fileURLToPath(new URL('../../test.mjs', import.meta.url))
    const child = spawn(process.execPath, [test, 'e2e/'], {
      // In CI failed tests are repeated, which would hide what this attack looks for.
      // The path of the browser's socket may have 107 characters, so the tests' folder lies beside that of the attacks, not in it.
      env: { ...process.env, CI: '', EVERY_LOOK: '1', FORCE_COLOR: '0', TMPDIR: dirname(tmpdir()) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + String(chunk)).slice(-MOST_CHARACTERS)))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }))
  })

/** The titles of the tests that failed, and the counts at the end. */
export const readFailures = (output: string): string[] => {
  const titles = output.split('\n').flatMap((line) => /^\s+\d+\) (.*\.spec\.ts:.*?)\s*─*$/.exec(line)?.[1] ?? [])
  return [...new Set(titles), output.trim().split('\n').at(-1) ?? '']
}

export const browserTests: Attack = {
  name: 'browser-tests',
  proves: `every test in a browser passes without a retry, in up to ${MOST_RUNS} runs, and every page is sound at each width in both themes`,
  onlyProve: true,
  run: async ({ rounds, log }) => {
    const violations: string[] = []
    const runs = Math.min(rounds, MOST_RUNS)
    for (let run = 1; run <= runs; run++) {
      const { code, output } = await runBrowserTests()
      const failures = code === 0 ? [] : readFailures(output)
      violations.push(...failures.map((failure) => `run ${run}: ${failure}`))
      log(`run ${run} of ${runs}: ${output.trim().split('\n').at(-1)}`)
    }
    return { rounds: runs, violations }
  },
}
