import { createReadStream } from 'node:fs'

/** A longer line is refused without being read into memory. All texts have far smaller limits. */
export const LINE_LIMIT_BYTES = 16 * 1024 * 1024

export type RawLine =
  | { number: number; text: string; bytes: number }
  | { number: number; text: null; bytes: number; reason: string }

/** White space between JSON values; some systems end lines with a carriage return too. */
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d])

const decoder = new TextDecoder('utf-8', { fatal: true })

const decode = (number: number, content: Buffer, bytes: number): RawLine => {
  try {
    return { number, text: decoder.decode(content), bytes }
  } catch {
    return { number, text: null, bytes, reason: 'is not valid UTF-8' }
  }
}

/** The lines of a file with their numbers from 1, without empty lines. `bytes` is the offset of the line's end. */
export const readLines = async function* (path: string): AsyncGenerator<RawLine> {
  let number = 0
  let bytes = 0
  let parts: Buffer[] = []
  let length = 0
  const finish = (): RawLine | null => {
    number++
    const tooLong = length > LINE_LIMIT_BYTES
    const content = tooLong ? null : Buffer.concat(parts)
    parts = []
    length = 0
    if (!content) return { number, text: null, bytes, reason: 'is longer than 16 MB' }
    return content.every((byte) => SPACES.has(byte)) ? null : decode(number, content, bytes)
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const part = chunk.subarray(start, end)
      length += part.length
      if (length <= LINE_LIMIT_BYTES) parts.push(part)
      bytes += part.length + 1
      start = end + 1
      const line = finish()
      if (line) yield line
    }
    const part = chunk.subarray(start)
    length += part.length
    bytes += part.length
    if (length <= LINE_LIMIT_BYTES) parts.push(part)
  }
  if (length > 0) {
    const line = finish()
    if (line) yield line
  }
}
