// Paths of the project, and its Node. All tools/*.mjs must run on Node 20 without installed packages.
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

/** A failure that the person can fix. Only its message is shown. */
export class PlainError extends Error {}

/** Runs a command. Of a PlainError only the message is shown. */
export const runMain = async (work) => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof PlainError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

const windows = process.platform === 'win32'
const installedNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** The Node that the project runs on: the one that npm installed, or this one if it is new enough. Null if there is none. */
export const findNode = () => {
  if (existsSync(installedNode)) return installedNode
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : null
}

export const projectNode = () => {
  const node = findNode()
  if (node) return node
  throw new PlainError(
    'npm ran no install scripts, as its setting ignore-scripts says: run "npm rebuild --ignore-scripts=false" and start again.',
  )
}

/** How to call npm: with the machine's own Node, because npm may replace the project's Node. */
export const npmCommand = () => {
  const cli = process.env.npm_execpath
  const node = [process.env.npm_node_execpath, process.execPath].find((path) => path && existsSync(path) && !isInModules(path))
  if (node && cli && /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli)) return { program: node, args: [cli], env: {} }
  // Without node_modules/.bin, which contains the project's Node.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !isInModules(folder))
  return { program: windows ? 'npm.cmd' : 'npm', args: [], env: { PATH: path.join(delimiter) }, shell: windows }
}

const isInModules = (path) => path.startsWith(join(root, 'node_modules') + sep)

/** The folders of the workspaces in package.json. */
export const workspaces = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    return existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : []
  })

/** Throws a PlainError if a folder that must be written to belongs to another user. */
export const checkWritable = (what) => {
  for (const folder of [root, join(root, 'node_modules'), join(root, '.cache')]) {
    if (!existsSync(folder)) continue
    try {
      accessSync(folder, constants.W_OK | constants.X_OK)
    } catch {
      throw new PlainError(
        `${what} has to be written to ${folder}, which belongs to ${ownerOf(folder)} and not to ${me()}: run this as its owner once, or in a clone of your own.`,
      )
    }
  }
}

const ownerOf = (folder) => {
  const { uid } = statSync(folder)
  return uid === 0 ? 'root' : `user ${uid}`
}

const me = () => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}
