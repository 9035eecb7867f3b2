import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from './child.mjs'
import { withLock } from './lock.mjs'
import { checkWritable, findNode, npmCommand, PlainError, projectNode, root, workspaces } from './project.mjs'
import { hashOf, readStamp } from './stamp.mjs'

const STAMP = 'node_modules/.installed'
/** This file exists while npm works. After a kill, npm would take half-installed packages for complete ones. */
const UNFINISHED = '.cache/installing'

const sources = () => [
  'package.json',
  'package-lock.json',
  '.npmrc',
  ...workspaces()
    .map((folder) => `${folder}/package.json`)
    .sort(),
]
const wanted = () => hashOf(sources(), process.platform, process.arch)
const isInstalled = () => readStamp(STAMP) === wanted() && findNode() !== null && !existsSync(join(root, UNFINISHED))

/** Installs the dependencies if they are missing. Throws a PlainError with npm's output. */
export const ensureInstalled = async () => {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new PlainError(`Node 20 or later is needed; this is ${process.versions.node}.`)
  }
  if (isInstalled()) return
  checkWritable('What npm installs')
  await withLock(async (lock) => {
    if (!isInstalled()) await install(lock)
  })
}

const install = async (lock) => {
  if (existsSync(join(root, UNFINISHED))) rmSync(join(root, 'node_modules'), { recursive: true, force: true, maxRetries: 3 })
  writeFileSync(join(root, UNFINISHED), '')
  const npm = npmCommand()
  // Not `npm ci`: it refuses a lock file that lacks packages for other platforms, which some registries cause. --no-save leaves
  // the lock file unchanged. --include=dev is needed if NODE_ENV is production, because Node itself is a dev dependency.
  const args = [...npm.args, 'install', '--no-save', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error']
  const first = !existsSync(join(root, 'node_modules'))
  const title = first ? 'Installing packages (the first time takes about a minute)' : 'Updating packages'
  const options = { cwd: root, env: { ...process.env, ...npm.env }, shell: npm.shell ?? false, onStart: lock.alsoFor }
  const { code, output } = await runStep(title, npm.program, args, options)
  if (code !== 0) throw new PlainError(`${output}\nnpm install failed (${code}).`)
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(join(root, STAMP), wanted())
  rmSync(join(root, UNFINISHED), { force: true })
  projectNode()
}
