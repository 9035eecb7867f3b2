import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from './child.mjs'
import { withLock } from './lock.mjs'
import { removeOldFiles } from './old-files.mjs'
import { checkWritable, PlainError, projectNode, root, workspaces } from './project.mjs'
import { hashOf, readStamp } from './stamp.mjs'

const WEB = 'apps/web'
const STAMP = `${WEB}/dist/.built`

const sources = () => [
  WEB,
  ...workspaces()
    .filter((folder) => folder.startsWith('packages/'))
    .sort()
    .flatMap((folder) => [`${folder}/package.json`, `${folder}/src`]),
  'tsconfig.base.json',
  'package-lock.json',
]
const isBuilt = (wanted) => readStamp(STAMP) === wanted

/** Builds the web application, unless it was built from the present sources. Throws a PlainError with Vite's output. */
export const ensureBuilt = async () => {
  if (!existsSync(join(root, WEB, 'vite.config.ts')) || isBuilt(hashOf(sources()))) return
  checkWritable('What is built')
  await withLock(async (lock) => {
    // Compute the hash before the build, so that changes during the build lead to another one.
    const wanted = hashOf(sources())
    if (isBuilt(wanted)) return
    rmSync(join(root, STAMP), { force: true })
    const { code, output } = await runStep(
      'Building the web application',
      projectNode(),
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app'],
      { cwd: join(root, WEB), env: { ...process.env, NODE_ENV: 'production' }, onStart: lock.alsoFor },
    )
    if (code !== 0) throw new PlainError(`${output}\nThe build of the web application failed (${code}).`)
    mkdirSync(join(root, WEB, 'dist'), { recursive: true })
    removeOldFiles(join(root, WEB, 'dist'))
    writeFileSync(join(root, STAMP), wanted)
  })
}
