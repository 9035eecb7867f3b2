// npm run audit: fails if a package that is shipped has a known serious weakness, or if the registry cannot say.
import { spawnSync } from 'node:child_process'
import { seriousWeaknesses } from './lib/audit-report.mjs'
import { npmCommand, PlainError, root, runMain } from './lib/project.mjs'

const WAIT_MS = 60_000

await runMain(async () => {
  const npm = npmCommand()
  // Reads only the lock file, so that the result is the same before and after an install.
  const args = [...npm.args, 'audit', '--omit=dev', '--package-lock-only', '--json', '--fetch-retries=0']
  const { stdout } = spawnSync(npm.program, args, {
    cwd: root,
    env: { ...process.env, ...npm.env },
    shell: npm.shell ?? false,
    encoding: 'utf8',
    timeout: WAIT_MS,
    maxBuffer: 64 * 1024 * 1024,
  })
  const weaknesses = seriousWeaknesses(stdout ?? '')
  if (weaknesses === null) throw new PlainError('audit: the registry did not say which packages have weaknesses')
  if (weaknesses.length > 0) throw new PlainError(`audit: packages with known weaknesses\n${weaknesses.join('\n')}`)
  console.log('audit: no package that is shipped has a known serious weakness')
})
