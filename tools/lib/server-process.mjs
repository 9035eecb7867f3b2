// How the server's process is started so that it gives memory back; docs/OPERATING.md says why.
import { readFileSync } from 'node:fs'

const { flags, environment } = JSON.parse(readFileSync(new URL('./server-process.json', import.meta.url), 'utf8'))

/** Options of Node. */
export const serverFlags = flags

/** Variables for the system's allocator. What is set already stays as it is. */
export const serverEnvironment = Object.fromEntries(
  Object.entries(environment).filter(([name]) => process.env[name] === undefined),
)
