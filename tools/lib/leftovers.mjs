// Processes that a command started and that still run after its end. They are recognized by a variable in their environment, or
// by the command's temporary folder, because PostgreSQL runs without our environment and in its own session. Only Linux shows the
// environment of other processes.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const workingFolder = (pid) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

const processes = () => (process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [])

const isZombie = (pid) => /^\d+ \(.*\) [ZX]/s.test(read(`/proc/${pid}/stat`))

const ancestors = () => {
  const found = new Set()
  for (let pid = String(process.pid); pid && pid !== '0' && !found.has(pid);) {
    found.add(pid)
    const stat = read(`/proc/${pid}/stat`)
    pid = stat.slice(stat.lastIndexOf(')')).split(' ')[2]
  }
  return found
}

/** `mark` is NAME=value, `folder` a path; both are optional. Returns [{pid, command}]. */
export const findLeftovers = ({ mark, folder }) => {
  const own = ancestors()
  return processes()
    .filter((pid) => !own.has(pid) && !isZombie(pid))
    .filter((pid) => {
      if (mark && read(`/proc/${pid}/environ`).split('\0').includes(mark)) return true
      return folder && [workingFolder(pid), ...read(`/proc/${pid}/cmdline`).split('\0')].some((text) => text.includes(folder))
    })
    .map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }))
}

/** Ends them, and returns those that still ran after `patienceMs`. */
export const endLeftovers = async (which, patienceMs = 1_000) => {
  const until = Date.now() + patienceMs
  while (findLeftovers(which).length > 0 && Date.now() < until) await sleep(100)
  const left = findLeftovers(which)
  for (const [signal, ms] of [
    ['SIGTERM', 3_000],
    ['SIGKILL', 2_000],
  ]) {
    const end = Date.now() + ms
    for (const { pid } of findLeftovers(which)) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended already.
      }
    }
    while (findLeftovers(which).length > 0 && Date.now() < end) await sleep(50)
  }
  return left
}
