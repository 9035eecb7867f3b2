import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from './child.mjs'
import { withLock } from './lock.mjs'
import { removeOldFiles } from './old-files.mjs'
import { checkWritable, PlainError, projectNode, root, workspaces } from './project.mjs'
import { hashOf, readStamp } from './stamp.mjs'

/**
 * The parts with code for browsers. In development the server builds the web application itself, so `npm run dev` builds only the others.
 */
const WEB = { folder: 'apps/web', what: 'the web application', options: ['--app'] }
const BESIDE_THE_SERVER = [
  { folder: 'apps/sample-host', what: 'the sample host', options: [] },
  { folder: 'apps/sample-apps', what: 'the sample applications', options: [] },
]

const sources = (folder) => [
  folder,
  ...workspaces()
    .filter((each) => each.startsWith('packages/'))
    .sort()
    .flatMap((each) => [`${each}/package.json`, `${each}/src`]),
  'tsconfig.base.json',
  'package-lock.json',
]
const stampOf = (folder) => `${folder}/dist/.built`
const isBuilt = ({ folder }, wanted) => readStamp(stampOf(folder)) === wanted

/** Builds one part, unless it was built from the present sources. Throws a PlainError with Vite's output. */
const ensureOne = async (part) => {
  const { folder, what, options } = part
  if (!existsSync(join(root, folder, 'vite.config.ts')) || isBuilt(part, hashOf(sources(folder)))) return
  checkWritable('What is built')
  await withLock(async (lock) => {
    // Compute the hash before the build, so that changes during the build lead to another one.
    const wanted = hashOf(sources(folder))
    if (isBuilt(part, wanted)) return
    rmSync(join(root, stampOf(folder)), { force: true })
    const { code, output } = await runStep(
      `Building ${what}`,
      projectNode(),
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...options],
      { cwd: join(root, folder), env: { ...process.env, NODE_ENV: 'production' }, onStart: lock.alsoFor },
    )
    if (code !== 0) throw new PlainError(`${output}\nThe build of ${what} failed (${code}).`)
    mkdirSync(join(root, folder, 'dist'), { recursive: true })
    removeOldFiles(join(root, folder, 'dist'))
    writeFileSync(join(root, stampOf(folder)), wanted)
  })
}

/** Builds the code for browsers; in development only that of the programs beside the server. */
export const ensureBuilt = async ({ development = false } = {}) => {
  for (const part of development ? BESIDE_THE_SERVER : [WEB, ...BESIDE_THE_SERVER]) await ensureOne(part)
}
