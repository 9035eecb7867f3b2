import type { WorkMessage } from './bounded-work.ts'

const LOOK_EVERY_MS = 50

export type WorkLimits = {
  /** The memory of the whole process, including code. */
  megabytes: number
  /** The processor time for one piece of work. Unlike a limit of the elapsed time, it does not depend on how busy the machine is. */
  cpuSeconds: number
}

/**
 * The child's side of boundedWork: does the work that the parent sends, and ends with the parent. If a limit is exceeded while a library's
 * threads do the work, the process ends itself, with SIGKILL, because an orderly exit would wait for those threads. Work that blocks the
 * event loop is ended by the parent.
 */
export const answerWork = <Input>(work: (input: Input) => unknown, { megabytes, cpuSeconds }: WorkLimits): void => {
  const end = () => process.kill(process.pid, 'SIGKILL')
  const say = (message: WorkMessage) => void process.send?.(message)
  let before = process.cpuUsage()
  const look = () => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1e6 > cpuSeconds || process.memoryUsage.rss() > megabytes * 1024 * 1024) end()
  }
  process.once('disconnect', end)
  process.on('message', async (input: Input) => {
    before = process.cpuUsage()
    const timer = setInterval(look, LOOK_EVERY_MS)
    try {
      say({ output: await work(input) })
    } catch (error) {
      say({ failure: error instanceof Error ? error.message : String(error) })
    } finally {
      clearInterval(timer)
    }
  })
  say({ ready: true })
}
