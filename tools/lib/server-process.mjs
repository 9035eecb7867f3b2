// Options that make the server's process return memory to the system; see docs/OPERATING.md, "Memory".
import { readFileSync } from 'node:fs'

const { flags, environment } = JSON.parse(readFileSync(new URL('./server-process.json', import.meta.url), 'utf8'))

/** Options for Node. */
export const serverFlags = flags

/** Environment variables for the system's memory allocator. Variables that are set already stay. */
export const serverEnvironment = Object.fromEntries(
  Object.entries(environment).filter(([name]) => process.env[name] === undefined),
)
