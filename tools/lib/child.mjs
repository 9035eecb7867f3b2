// Child processes that end with this process, and signals.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PARENT_CHECK_MS = 1_000
/** A signal to the process group reaches the child directly, so wait before forwarding it. */
const FORWARD_AFTER_MS = 300

export const exitCodeOf = ({ code, signal }) => code ?? 128 + (constants.signals[signal] ?? 1)

/**
 * Recognizes npm as an ancestor, if npm started us. npm may run a shell between itself and us, which neither ends with it nor
 * forwards its signals. Only Linux shows the parent of a parent.
 */
const whoStartedUs = () => {
  if (!process.env.npm_lifecycle_event) return null
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    const isShell = /^\d+ \((sh|dash|bash|ash|busybox)\)/.test(stat)
    return isShell ? `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}

/**
 * Runs a program to its end and returns {code, signal, stoppedBy, output}. A signal to this process first stops the program, with
 * SIGTERM and after `graceMs` with SIGKILL. The same happens if npm, which started us, ends. `seconds` limits the duration. With
 * `quiet` the output is returned instead of printed. `onStart` gets the process id.
 */
export const runChild = (program, args, { graceMs = 3_000, seconds, quiet = false, stdio, onStart, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: stdio ?? (quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'),
      windowsHide: true,
      ...options,
    })
    if (child.pid) onStart?.(child.pid)
    let output = ''
    if (quiet) for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))

    let stoppedBy = null
    const timers = []
    const kill = (signal) => {
      try {
        if (options.detached) process.kill(-child.pid, signal)
        else child.kill(signal)
      } catch {
        // It has ended already.
      }
    }
    const stop = (signal, delay = FORWARD_AFTER_MS) => {
      if (stoppedBy) return
      stoppedBy = signal
      timers.push(setTimeout(() => kill('SIGTERM'), delay))
      timers.push(setTimeout(() => kill('SIGKILL'), graceMs))
    }
    const handlers = SIGNALS.map((signal) => [signal, () => stop(signal)])
    for (const [signal, handler] of handlers) process.on(signal, handler)
    if (seconds) timers.push(setTimeout(() => stop('timeout', 0), seconds * 1_000))

    const npm = whoStartedUs()
    const watch = npm && setInterval(() => whoStartedUs() !== npm && stop('SIGTERM', 0), PARENT_CHECK_MS)

    const finish = () => {
      for (const timer of timers) clearTimeout(timer)
      clearInterval(watch)
      for (const [signal, handler] of handlers) process.off(signal, handler)
    }
    child.on('error', (error) => {
      finish()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      const done = () => {
        finish()
        resolve({ code, signal, stoppedBy, output })
      }
      // A grandchild that still runs could keep the pipes open for ever.
      if (quiet) timers.push(setTimeout(done, 500))
      child.on('close', done)
    })
  })

/** Runs one long step, and shows its output only if it fails. A signal ends the whole command. */
export const runStep = async (title, program, args, options = {}) => {
  const started = Date.now()
  console.error(`${title} …`)
  const result = await runChild(program, args, { quiet: true, ...options })
  if (result.stoppedBy && result.stoppedBy !== 'timeout') process.exit(128 + constants.signals[result.stoppedBy])
  if (result.code === 0) console.error(`${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return result
}
