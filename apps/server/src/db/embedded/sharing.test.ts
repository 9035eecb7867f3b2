import { describe, expect, test } from 'vitest'
import { readHolder } from './folder-lock.ts'
import {
  clearDataFolders,
  madeDataDir,
  newDataDir,
  postmasterEnds,
  postmasterOf,
  postmastersOn,
  query,
  startChild,
} from './test-support.ts'

clearDataFolders()

describe('two servers', () => {
  test('the second one ends, and names the folder and the process', async () => {
    const dataDir = await madeDataDir()
    const first = startChild(dataDir)
    await first.line('ready')
    const second = await startChild(dataDir).line('failed')
    expect(second).toMatch(/^DataFolderInUseError /)
    expect(second).toContain(dataDir)
    expect(second).toContain(String(first.pid))
    await first.close()
    expect(postmastersOn(dataDir)).toEqual([])
  })

  test('exactly one of many simultaneous starts succeeds', async () => {
    const dataDir = newDataDir()
    const starters = Array.from({ length: 6 }, () => startChild(dataDir))
    const ends = await Promise.all(
      starters.map((child) =>
        Promise.any([child.line('ready').then(() => 'ready'), child.line('failed').then((line) => line.split(' ')[0])]),
      ),
    )
    expect(ends.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'DataFolderInUseError'), 'ready'])
    expect(postmastersOn(dataDir)).toHaveLength(1)
  })
})

describe('a server that was killed', () => {
  test('leaves its PostgreSQL to the next start, which adopts it and loses nothing', async () => {
    const dataDir = await madeDataDir()
    const first = startChild(dataDir)
    await query(await first.line('ready'), 'create table kept as select 7 as number')
    const postmaster = postmasterOf(dataDir)
    await first.kill('SIGKILL')
    const second = startChild(dataDir)
    await second.line('opening')
    const address = await second.line('ready')
    expect(second.lines.join('\n')).toContain(`log found the PostgreSQL that an earlier start left (process ${postmaster})`)
    expect(postmasterOf(dataDir)).toBe(postmaster)
    expect(await query(address, 'select number from kept')).toEqual({ number: 7 })
    await second.close()
    expect(postmastersOn(dataDir)).toEqual([])
  })

  test('has its PostgreSQL restarted if that refuses our password', async () => {
    const dataDir = await madeDataDir()
    const first = startChild(dataDir)
    const address = await first.line('ready')
    const before = postmasterOf(dataDir)
    await first.kill('SIGKILL')
    const { readRecord, writeRecord } = await import('./record.ts')
    const record = readRecord(dataDir)
    if (record) writeRecord(dataDir, { ...record, adminPassword: 'another' })
    const second = startChild(dataDir)
    await second.line('ready')
    expect(second.lines.join('\n')).toContain('restarting it')
    expect(postmasterOf(dataDir)).not.toBe(before)
    await expect(query(address, 'select 1')).rejects.toThrow()
    await second.close()
  })

  test('is followed by a clean start if its PostgreSQL was killed too', async () => {
    const dataDir = await madeDataDir()
    const first = startChild(dataDir)
    await query(await first.line('ready'), 'create table kept as select 7 as number')
    const postmaster = postmasterOf(dataDir)
    await first.kill('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    const second = startChild(dataDir)
    expect(await query(await second.line('ready'), 'select number from kept')).toEqual({ number: 7 })
    await second.close()
  })

  test('leaves no PostgreSQL if it failed without closing', async () => {
    const dataDir = await madeDataDir()
    const child = startChild(dataDir)
    await child.line('ready')
    const postmaster = postmasterOf(dataDir)
    child.send('crash\n')
    expect(await postmasterEnds(postmaster, dataDir)).toBe(true)
    const second = startChild(dataDir, 'server', 5_000)
    await second.line('ready')
    await second.close()
  })
})

describe('a tool', () => {
  test('beside a server uses its PostgreSQL and leaves it running', async () => {
    const dataDir = await madeDataDir()
    const server = startChild(dataDir)
    await server.line('opening')
    // The server may still be starting.
    const tool = startChild(dataDir, 'tool', 20_000)
    const address = await tool.line('ready')
    expect(address).toBe(await server.line('ready'))
    await tool.close()
    expect(await query(address, 'select 1 as one')).toEqual({ one: 1 })
    expect(readHolder(dataDir)?.pid).toBe(server.pid)
    await server.close()
  })

  test('alone starts PostgreSQL and stops it', async () => {
    const dataDir = await madeDataDir()
    const tool = startChild(dataDir, 'tool')
    await tool.line('ready')
    expect(postmastersOn(dataDir)).toHaveLength(1)
    await tool.close()
    expect(postmastersOn(dataDir)).toEqual([])
  })

  test('leaves no PostgreSQL when it is interrupted', async () => {
    const dataDir = await madeDataDir()
    const tool = startChild(dataDir, 'tool')
    await tool.line('ready')
    const postmaster = postmasterOf(dataDir)
    await tool.kill('SIGINT')
    expect(await postmasterEnds(postmaster, dataDir)).toBe(true)
  })

  test('makes another tool and a server wait', async () => {
    for (const role of ['tool', 'server'] as const) {
      const dataDir = await madeDataDir()
      const first = startChild(dataDir, 'tool')
      await first.line('ready')
      const second = startChild(dataDir, role, 20_000)
      expect(await second.line('log')).toContain(`(process ${first.pid}): waiting`)
      await first.close()
      await second.line('ready')
      await second.close()
      expect(postmastersOn(dataDir)).toEqual([])
    }
  })

  test('is named by those that waited too long', async () => {
    const dataDir = await madeDataDir()
    const first = startChild(dataDir, 'tool')
    await first.line('ready')
    expect(await startChild(dataDir, 'server', 300).line('failed')).toMatch(
      new RegExp(`DataFolderInUseError .*process ${first.pid}`),
    )
  })
})
