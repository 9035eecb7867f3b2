// How long the event loop was blocked by one piece of work.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The longest block since the reset, in ms: by the clock, and in processor time, which other programs do not affect. */
export type Block = { clockMs: number; cpuMs: number }

const EVERY_MS = 1

const threadCpu = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

export const createBlockMeter = () => {
  const delays = monitorEventLoopDelay({ resolution: EVERY_MS })
  let cpuMs = 0
  let timer: NodeJS.Timeout | undefined
  let last = 0
  const tick = () => {
    const now = threadCpu()
    cpuMs = Math.max(cpuMs, now - last)
    last = threadCpu()
  }
  return {
    start: (): void => {
      cpuMs = 0
      last = threadCpu()
      clearInterval(timer)
      timer = setInterval(tick, EVERY_MS)
      delays.reset()
      delays.enable()
    },
    stop: (): Block => {
      tick()
      clearInterval(timer)
      delays.disable()
      return { clockMs: delays.count === 0 ? 0 : delays.max / 1e6, cpuMs }
    },
  }
}
