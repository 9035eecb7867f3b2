// A stamp records the hash of the sources that something was made of. While the hash is the same, there is nothing to do.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

const LEFT_OUT = new Set(['node_modules', 'dist', '.cache'])

const filesUnder = (path) => {
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter((entry) => !LEFT_OUT.has(entry.name))
  return entries.flatMap((entry) => (entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
}

/** A hash of files and folders (paths relative to the root) with all their contents. Missing ones are skipped. */
export const hashOf = (paths, ...more) => {
  const hash = createHash('sha256').update(JSON.stringify(more))
  for (const path of paths.filter((path) => existsSync(join(root, path)))) {
    const files = readdirOrSelf(path)
    for (const file of files.sort()) {
      const content = readFileSync(join(root, file))
      hash.update(`\0${file}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

const readdirOrSelf = (path) => {
  try {
    return filesUnder(path)
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error
    return [path]
  }
}

export const readStamp = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
}
