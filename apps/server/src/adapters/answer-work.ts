import type { WorkMessage } from './bounded-work.ts'

const LOOK_EVERY_MS = 50

export type WorkLimits = {
  /** Memory of the process, the program itself included. */
  megabytes: number
  /** Time of the processor for one piece of work. On a busy machine it does not run out sooner, as a time on the clock does. */
  cpuSeconds: number
}

/**
 * The other side of boundedWork: does the work that the parent sends, and ends with the parent. It also ends when a limit is passed while a
 * library's threads do the work; work that keeps the process from looking is ended by the parent. SIGKILL, because an orderly end waits for
 * those threads.
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
