import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from './child.mjs'
import { withLock } from './lock.mjs'
import { removeOldFiles } from './old-files.mjs'
import { checkWritable, PlainError, projectNode, root, workspaces } from './project.mjs'
import { hashOf, readStamp } from './stamp.mjs'

/** The server's own files that its build reads. The rest of its folder, such as the demo's pictures, is read where it is. */
const SERVER_SOURCES = ['package.json', 'src', 'vite.config.ts'].map((each) => `apps/server/${each}`)

/**
 * The server and the web application. In development the server runs from its sources and builds the web application itself, so
 * `npm run dev` builds only the others.
 */
const SERVER = { folder: 'apps/server', what: 'the server', options: [], read: SERVER_SOURCES }
const WEB = { folder: 'apps/web', what: 'the web application', options: ['--app'] }
const BESIDE_THE_SERVER = [
  { folder: 'apps/sample-host', what: 'the sample host', options: [] },
  { folder: 'apps/sample-apps', what: 'the sample applications', options: [] },
]

/** The measured server of `npm run bench`, which is built like the server. */
const MEASURED = {
  folder: 'bench',
  what: 'the measured server',
  options: [],
  read: ['bench', ...SERVER_SOURCES, 'apps/server/test', 'apps/payments-sandbox/test'],
}

/** What a part is built from: all of its folder unless it says what it reads, and the packages. */
const sources = ({ folder, read = [folder] }) => [
  ...read,
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
  if (!existsSync(join(root, folder, 'vite.config.ts')) || isBuilt(part, hashOf(sources(part)))) return
  checkWritable('What is built')
  await withLock(async (lock) => {
    // Compute the hash before the build, so that changes during the build lead to another one.
    const wanted = hashOf(sources(part))
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

/** Builds the server and the code for browsers; in development only the code for browsers of the programs beside the server. */
export const ensureBuilt = async ({ development = false } = {}) => {
  for (const part of development ? BESIDE_THE_SERVER : [SERVER, WEB, ...BESIDE_THE_SERVER]) await ensureOne(part)
}

export const ensureMeasuredBuilt = () => ensureOne(MEASURED)
