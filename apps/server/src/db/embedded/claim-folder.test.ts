import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimFolder, type Waits } from './claim-folder.ts'
import { DataFolderInUseError, DatabaseStartError, errorCode, errorText, lastLines } from './errors.ts'
import { type FolderLock, isAlive, readHolder, tryLock } from './folder-lock.ts'
import { disarmPidFile, isPostmaster, readPostmaster, stopPostmaster } from './postmaster.ts'
import { newPassword, readRecord, writeRecord } from './record.ts'

const HASTY: Waits = { serverForServer: 100, serverForTool: 200, toolForReadiness: 200, toolForTool: 200 }
/** No process has this id. */
const NOBODY = 2 ** 22 + 1

let folder = ''
const locks: FolderLock[] = []
let lines: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marketplace-test-data-'))
  lines = []
})
afterEach(() => {
  for (const lock of locks.splice(0)) lock.release()
  rmSync(folder, { recursive: true, force: true })
})
const lock = (role: 'server' | 'tool'): FolderLock => {
  const held = tryLock(folder, role)
  if (!held) throw new Error('the folder is held')
  locks.push(held)
  return held
}
const claim = (role: 'server' | 'tool', waits: Partial<Waits> = {}) =>
  claimFolder(folder, role, (line) => lines.push(line), { ...HASTY, ...waits })

describe('the lock of a data folder', () => {
  test('has one holder, who says who it is, until it lets go', () => {
    const held = lock('server')
    expect(tryLock(folder, 'tool')).toBeNull()
    expect(readHolder(folder)).toEqual({ pid: process.pid, role: 'server', state: 'starting', cluster: null, port: null })
    held.note({ state: 'ready', cluster: '/somewhere', port: 5_432 })
    expect(readHolder(folder)).toMatchObject({ state: 'ready', cluster: '/somewhere', port: 5_432 })
    held.release()
    expect(readHolder(folder)).toBeNull()
    held.release()
    const next = lock('tool')
    // A note of a released lock changes nothing.
    held.note({ state: 'ready', cluster: null, port: 1 })
    expect(readHolder(folder)).toMatchObject({ role: 'tool', state: 'starting' })
    next.release()
  })

  test.each([
    ['nothing', ''],
    ['half a note', '{"pid": 12'],
    ['no note', 'null'],
    [
      'the note of a process that has ended',
      JSON.stringify({ pid: NOBODY, role: 'server', state: 'ready', cluster: null, port: 1 }),
    ],
  ])('is nobody’s with %s', (_, text) => {
    writeFileSync(join(folder, 'holder.json'), text)
    expect(readHolder(folder)).toBeNull()
  })

  test('cannot be had where there is no folder, which is said in one line', () => {
    expect(() => tryLock(join(folder, 'missing'), 'server')).toThrow(DatabaseStartError)
    expect(() => tryLock(join(folder, 'missing'), 'server')).toThrow(/missing\/lock cannot be locked/)
  })

  test('asks whether a process is alive', () => {
    expect([isAlive(process.pid), isAlive(1), isAlive(NOBODY)]).toEqual([true, true, false])
  })
})

describe('a claim', () => {
  test('of a free folder is granted', async () => {
    const { kind, ...own } = await claim('server')
    expect(kind).toBe('own')
    if ('lock' in own) own.lock.release()
  })

  test('of a server is refused beside another one, which is named', async () => {
    lock('server').note({ state: 'ready', cluster: null, port: 5_432 })
    const claiming = claim('server')
    await expect(claiming).rejects.toBeInstanceOf(DataFolderInUseError)
    await expect(claiming).rejects.toThrow(
      `The data folder ${folder} is in use by a server (process ${process.pid}): stop that one first, or set DATA_DIR to another folder.`,
    )
  })

  test('of a server waits for an import, and says so once', async () => {
    const held = lock('tool')
    setTimeout(() => held.release(), 600)
    const claimed = await claim('server', { serverForTool: 5_000 })
    expect(claimed.kind).toBe('own')
    expect(lines).toEqual([`${folder} is in use by an import or export (process ${process.pid}): waiting for it to end`])
    if (claimed.kind === 'own') claimed.lock.release()
  })

  test('of a server waits for one that is stopping', async () => {
    const held = lock('server')
    held.note({ state: 'stopping', cluster: null, port: null })
    setTimeout(() => held.release(), 250)
    const claimed = await claim('server', { serverForTool: 5_000 })
    expect([claimed.kind, lines]).toEqual(['own', []])
    if (claimed.kind === 'own') claimed.lock.release()
  })

  test('of a tool works beside a server once that is ready', async () => {
    const held = lock('server')
    setTimeout(() => held.note({ state: 'ready', cluster: '/c', port: 5_432 }), 500)
    const claimed = await claim('tool', { toolForReadiness: 5_000 })
    expect(claimed).toEqual({
      kind: 'beside',
      holder: { pid: process.pid, role: 'server', state: 'ready', cluster: '/c', port: 5_432 },
    })
    expect(lines).toEqual([`${folder} is in use by a server (process ${process.pid}): waiting for it to be ready`])
  })

  test('of a tool is refused where a server never gets ready, or another tool never ends', async () => {
    const held = lock('server')
    await expect(claim('tool')).rejects.toThrow('is in use by a server')
    held.release()
    lock('tool')
    await expect(claim('tool')).rejects.toThrow('is in use by an import or export')
  })
})

describe('the record of a database', () => {
  const record = { password: newPassword(), adminPassword: newPassword(), home: null, dataDir: '/data' }

  test('is there once it is written, for its owner alone', () => {
    expect(readRecord(folder)).toBeNull()
    writeRecord(folder, record)
    expect(readRecord(folder)).toEqual(record)
    expect(statSync(join(folder, 'postgres.json')).mode & 0o777).toBe(0o600)
    writeRecord(folder, { ...record, home: '/elsewhere' })
    expect(readRecord(folder)?.home).toBe('/elsewhere')
    expect(existsSync(join(folder, 'postgres.json.new'))).toBe(false)
  })

  test('that cannot be read is said in one line, without the passwords', () => {
    writeRecord(folder, record)
    const text = readFileSync(join(folder, 'postgres.json'), 'utf8')
    writeFileSync(join(folder, 'postgres.json'), text.slice(0, -10))
    expect(() => readRecord(folder)).toThrow(DatabaseStartError)
    const message = (() => {
      try {
        return String(readRecord(folder))
      } catch (error) {
        return errorText(error)
      }
    })()
    expect(message).toContain('postgres.json cannot be read')
    expect(message).not.toContain('\n')
    expect(message).not.toContain(record.adminPassword)
  })

  test('has passwords that nobody guesses and that need no quotes', () => {
    const made = Array.from({ length: 50 }, newPassword)
    expect(new Set(made).size).toBe(50)
    for (const password of made) expect(password).toMatch(/^[\w-]{32}$/)
  })
})

describe('the note of PostgreSQL about itself', () => {
  const write = (...noted: (string | number)[]) => writeFileSync(join(folder, 'postmaster.pid'), noted.join('\n'))
  const COMPLETE = [4_711, '/cluster', 1_790_000_000, 5_432, '', '127.0.0.1', '  123 456', 'ready   ', '']

  test('names process, port and state, also while it is being written', () => {
    expect(readPostmaster(folder)).toBeNull()
    write(...COMPLETE)
    expect(readPostmaster(folder)).toEqual({ pid: 4_711, port: 5_432, status: 'ready' })
    write(4_711, '/cluster')
    expect(readPostmaster(folder)).toEqual({ pid: 4_711, port: 0, status: '' })
    write('')
    expect(readPostmaster(folder)).toEqual({ pid: 0, port: 0, status: '' })
    write('not a number', '', '', 'neither')
    expect(readPostmaster(folder)).toEqual({ pid: 0, port: 0, status: '' })
  })

  test('of a process that is something else now is no PostgreSQL, and nobody ends it', async () => {
    write(process.pid, ...COMPLETE.slice(1))
    expect([
      isPostmaster(process.pid, folder),
      isPostmaster(NOBODY, folder),
      isPostmaster(0, folder),
      isPostmaster(-1, folder),
    ]).toEqual([false, false, false, false])
    await stopPostmaster(folder)
    expect(isAlive(process.pid)).toBe(true)
  })

  test('that nobody answers for is disarmed: it keeps its other lines, or goes if it has none', () => {
    write(...COMPLETE)
    disarmPidFile(folder)
    expect(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')).toEqual([
      String(process.pid),
      ...COMPLETE.slice(1).map(String),
    ])
    write(4_711)
    disarmPidFile(folder)
    expect(readPostmaster(folder)).toBeNull()
    disarmPidFile(folder)
  })
})

test.each([
  [new Error('a message'), 'a message', ''],
  [Object.assign(new Error('no'), { code: 'EACCES' }), 'no', 'EACCES'],
  ['thrown text', 'thrown text', ''],
  [null, 'null', ''],
  [{ code: 5 }, '[object Object]', '5'],
])('%s has words and a code', (error, text, code) => expect([errorText(error), errorCode(error)]).toEqual([text, code]))

test('of the output of a program the last lines are kept, in one', () => {
  expect(lastLines(' a\nb\nc\nd\ne\nf \n')).toBe('b | c | d | e | f')
  expect(lastLines('a\nb\n', 1)).toBe('b')
  expect(lastLines('')).toBe('')
})
