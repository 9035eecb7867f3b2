import { createReadStream } from 'node:fs'
import { open, rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

/** A line does not match its checksum although valid lines follow it: the file was edited, or the disk is broken. */
export class LedgerDamaged extends Error {}

const LINE_FEED = 0x0a
const MAX_LINE_BYTES = 4 * 1024 * 1024

const encode = (json: string): string => `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`

/** The JSON of a line; null if the line does not match its checksum. */
const decode = (line: Buffer): string | null => {
  const text = line.toString('utf8')
  const json = text.slice(9)
  return text[8] === ' ' && text.slice(0, 8) === crc32(json).toString(16).padStart(8, '0') ? json : null
}

/**
 * Reads the lines of the file in order. Returns the number of bytes up to the end of the last valid line. If the process was killed during
 * a write, the last line is incomplete; its change was not confirmed to any caller.
 */
const readLines = async (path: string, onLine: (json: string) => void): Promise<number> => {
  let rest = Buffer.alloc(0)
  let position = 0
  let torn = false
  let good = 0
  for await (const chunk of createReadStream(path, { flags: 'a+' }) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED, start)) {
      const json = decode(rest.subarray(start, end))
      start = end + 1
      if (json === null) torn = true
      else if (torn) throw new LedgerDamaged(`${path}: a line near byte ${good} does not match its checksum`)
      else {
        onLine(json)
        good = position + start
      }
    }
    position += start
    rest = rest.subarray(start)
    if (rest.length > MAX_LINE_BYTES) throw new LedgerDamaged(`${path}: no end of a line after byte ${position}`)
  }
  return good
}

/** Writes the folder's entry for a new file to the disk. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

export type AppendFile = {
  /** Adds a line. It is on the disk once `settled` resolves. */
  append: (json: string) => void
  /** Resolves once every line so far is on the disk. Lines that are added while an fsync runs share the next one. */
  settled: () => Promise<void>
  bytes: () => number
  close: () => Promise<void>
}

const appendTo = (handle: FileHandle, size: number): AppendFile => {
  let waiting: string[] = []
  let bytes = size
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  const writeBatch = async () => {
    if (next) writing = next
    next = null
    const text = waiting.join('')
    waiting = []
    await handle.appendFile(text)
    await handle.datasync()
  }
  const settled = () => {
    if (waiting.length > 0) next ??= writing.then(writeBatch)
    return next ?? writing
  }
  return {
    append: (json) => {
      const line = encode(json)
      bytes += Buffer.byteLength(line)
      waiting.push(line)
    },
    settled,
    bytes: () => bytes,
    close: async () => {
      await settled()
      await handle.close()
    },
  }
}

/** Opens the file, reads its lines and removes an incomplete last line. */
export const openAppendFile = async (path: string, onLine: (json: string) => void): Promise<AppendFile> => {
  const good = await readLines(path, onLine)
  const handle = await open(path, 'a')
  await handle.truncate(good)
  await handle.sync()
  await syncFolder(dirname(path))
  return appendTo(handle, good)
}

/** Replaces the file with one that has these lines, completely or not at all. */
export const replaceAppendFile = async (path: string, lines: Iterable<string>): Promise<AppendFile> => {
  const temporary = `${path}.new`
  const handle = await open(temporary, 'w')
  for (const json of lines) await handle.appendFile(encode(json))
  await handle.sync()
  const { size } = await handle.stat()
  await handle.close()
  await rename(temporary, path)
  await syncFolder(dirname(path))
  return appendTo(await open(path, 'a'), size)
}
