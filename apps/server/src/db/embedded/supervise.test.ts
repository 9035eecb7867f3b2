import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { until } from '../../../test/harness.ts'
import { readHolder } from './folder-lock.ts'
import { openEmbedded } from './open-embedded.ts'
import { clearDataFolders, madeDataDir, postmasterOf, postmastersOn, query, startChild } from './test-support.ts'

clearDataFolders()

const open = async () => {
  const dataDir = await madeDataDir()
  const lines: string[] = []
  const postgres = await openEmbedded({ dataDir, role: 'server', log: (line) => lines.push(line) })
  return { dataDir, lines, postgres }
}

const answers = (address: string) =>
  query(address, 'select 1').then(
    () => true,
    () => false,
  )

describe('a PostgreSQL that ends unexpectedly', () => {
  test('is restarted at the same address each time, and loses nothing', async () => {
    const { dataDir, lines, postgres } = await open()
    await query(postgres.connectionString, 'create table kept as select 7 as number')
    const restarts = () => lines.filter((line) => line.startsWith('PostgreSQL is back')).length
    for (const [index, signal] of (['SIGKILL', 'SIGQUIT', 'SIGKILL'] as const).entries()) {
      const before = postmasterOf(dataDir)
      process.kill(before, signal)
      // A new PostgreSQL answers a moment before its start has ended. If it is killed in between, the same restart starts it again.
      await until(() => restarts() > index, 60_000)
      expect(postmastersOn(dataDir)).not.toContain(before)
      expect(await answers(postgres.connectionString)).toBe(true)
    }
    expect(await query(postgres.connectionString, 'select number from kept')).toEqual({ number: 7 })
    expect(restarts()).toBe(3)
    await postgres.close()
    expect(postmastersOn(dataDir)).toEqual([])
  })

  test('gets another address if its port was taken meanwhile, and tools find it there', async () => {
    const { dataDir, postgres } = await open()
    const port = readHolder(dataDir)?.port ?? 0
    let moved = ''
    postgres.onMoved((address) => (moved = address))
    const thief = createServer()
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    thief.on('error', () => setImmediate(() => thief.listen(port, '127.0.0.1')))
    await new Promise<void>((resolve) => thief.listen(port, '127.0.0.1', resolve))
    await until(() => moved !== '', 60_000)
    expect(await answers(moved)).toBe(true)
    const tool = startChild(dataDir, 'tool', 20_000)
    expect(await tool.line('ready')).toBe(moved)
    await tool.close()
    thief.close()
    await postgres.close()
    expect(postmastersOn(dataDir)).toEqual([])
  })

  test('is restarted even if the note beside the lock cannot be written', async () => {
    const { dataDir, lines, postgres } = await open()
    mkdirSync(join(dataDir, 'holder.json.new'))
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await until(() => lines.some((line) => line.startsWith('PostgreSQL is back')), 60_000)
    expect(await answers(postgres.connectionString)).toBe(true)
    await postgres.close()
    expect(postmastersOn(dataDir)).toEqual([])
  })

  test('is stopped even during a restart', async () => {
    for (const ms of [0, 200, 260, 300, 350, 450]) {
      const { dataDir, postgres } = await open()
      process.kill(postmasterOf(dataDir), 'SIGKILL')
      await sleep(ms)
      await postgres.close()
      // The killed process's children end by themselves.
      await until(() => postmastersOn(dataDir).length === 0)
      expect(readHolder(dataDir)).toBe(null)
    }
  })

  test('is restarted even if an earlier process had started it', async () => {
    const dataDir = await madeDataDir()
    const first = startChild(dataDir)
    await first.line('ready')
    const left = postmasterOf(dataDir)
    await first.kill('SIGKILL')
    const second = startChild(dataDir)
    const address = await second.line('ready')
    expect(postmasterOf(dataDir)).toBe(left)
    process.kill(left, 'SIGKILL')
    await second.line('log PostgreSQL is back')
    expect(await answers(address)).toBe(true)
    await second.close()
    expect(postmastersOn(dataDir)).toEqual([])
  })
})
