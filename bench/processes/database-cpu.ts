import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second of the times in /proc. Linux reports 100 on all common machines. */
const TICKS = 100

type Process = { parent: number; name: string; ticks: number }

/** The process's name in this line may contain spaces and brackets. The times include those of ended children. */
const readProcess = (pid: string): Process | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
    return { parent: Number(fields[1]), name: stat.slice(stat.indexOf('(') + 1, end), ticks }
  } catch {
    // It has ended meanwhile.
    return null
  }
}

/** The processor seconds of the PostgreSQL that a process has started, with all its processes; null on systems without /proc. */
export const databaseCpu = (owner: number): number | null => {
  if (process.platform !== 'linux') return null
  const all = new Map<number, Process>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = readProcess(pid)
    if (found) all.set(Number(pid), found)
  }
  const isOf = (pid: number): boolean => {
    const found = all.get(pid)
    if (!found) return false
    return found.parent === owner || isOf(found.parent)
  }
  let ticks = 0
  for (const [pid, found] of all) if (found.name === 'postgres' && isOf(pid)) ticks += found.ticks
  return ticks / TICKS
}
