// Only one command at a time installs or builds in a clone. Node 20 has no file locks, so the lock is a file that lists the
// processes that hold it. If all of them have ended, it is taken over.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './alive.mjs'
import { root } from './project.mjs'

const folder = join(root, '.cache')
const file = join(folder, 'lock')

const statOf = (pid) => {
  const stat = read(`/proc/${pid}/stat`)
  const [, state = '', ...rest] = stat.slice(stat.lastIndexOf(')')).split(' ')
  return { state, start: rest[18] ?? '' }
}

const isHolding = ({ pid, start }) => {
  if (!isAlive(pid)) return false
  // A process that reuses the id has another start time. A zombie keeps its id until its parent reaps it.
  const now = statOf(pid)
  return now.state !== 'Z' && (start === '' || now.start === start)
}

const describe = (pids) => JSON.stringify(pids.map((pid) => ({ pid, start: statOf(pid).start })))

/** Does the work while no other command in this clone holds the lock. */
export const withLock = async (work) => {
  await take()
  const release = () => rmSync(file, { force: true })
  process.on('exit', release)
  try {
    // A program that the work starts survives if we are killed, so it must hold the lock too.
    return await work({ alsoFor: (pid) => replace(describe([process.pid, pid])) })
  } finally {
    process.off('exit', release)
    release()
  }
}

const temporary = () => join(folder, `lock.${process.pid}`)

const replace = (text) => {
  writeFileSync(temporary(), text)
  renameSync(temporary(), file)
}

const take = async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(temporary(), describe([process.pid]))
  try {
    for (let said = false; ;) {
      try {
        // A link is created atomically with its content, and only if the file does not exist.
        linkSync(temporary(), file)
        return
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const text = read(file)
      const holder = parse(text).find(isHolding)
      if (!holder) takeAway(text)
      else {
        if (!said) console.error(`Waiting for another command that installs or builds here (process ${holder.pid}) …`)
        said = true
        await sleep(200)
      }
    }
  } finally {
    rmSync(temporary(), { force: true })
  }
}

// Move it away first and check again, because another command may have taken it over in between. Then it is put back.
const takeAway = (text) => {
  const aside = `${temporary()}.left`
  try {
    renameSync(file, aside)
    if (read(aside) !== text) linkSync(aside, file)
  } catch {
    // Another command was faster.
  }
  rmSync(aside, { force: true })
}

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}
