import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from './open-embedded.ts'
import { readRecord } from './record.ts'
import { clearDataFolders, newDataDir, query } from './test-support.ts'
import { isRoot } from './users.ts'

clearDataFolders()

const open = async (dataDir: string) => {
  const lines: string[] = []
  const postgres = await openEmbedded({ dataDir, role: 'server', log: (line) => lines.push(line) })
  return { ...postgres, lines }
}

// Only root starts PostgreSQL as another user, who may not be able to enter the folder.
describe.runIf(isRoot())('a data folder that only root may enter', () => {
  const closedFolder = () => {
    const parent = newDataDir()
    chmodSync(parent, 0o700)
    const dataDir = join(parent, 'data')
    mkdirSync(dataDir)
    return dataDir
  }
  const placeOf = (dataDir: string): string => {
    const place = readRecord(dataDir)?.home
    if (!place) throw new Error('The database is in the data folder')
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    return place
  }

  test('has its database in a folder that PostgreSQL can enter, and logs that once', async () => {
    const dataDir = closedFolder()
    const first = await open(dataDir)
    const place = placeOf(dataDir)
    expect(first.lines).toEqual([expect.stringContaining(place)])
    expect(first.location).toContain(place)
    await query(first.connectionString, 'create table kept as select 7 as number')
    await first.close()

    const moved = `${dataDir}-moved`
    renameSync(dataDir, moved)
    const second = await open(moved)
    expect(second.lines).toEqual([])
    expect(await query(second.connectionString, 'select number from kept')).toEqual({ number: 7 })
    await second.close()

    cpSync(moved, `${moved}-copy`, { recursive: true })
    await expect(open(`${moved}-copy`)).rejects.toThrow(/is a copy of/)

    // A new folder at the path of the first one gets a database of its own.
    mkdirSync(dataDir)
    const third = await open(dataDir)
    expect(placeOf(dataDir)).toBe(`${place}-2`)
    await third.close()
  })

  test('starts empty after it was deleted and created again, and the old database is moved away', async () => {
    const dataDir = closedFolder()
    const first = await open(dataDir)
    const place = placeOf(dataDir)
    await query(first.connectionString, 'create table kept as select 7 as number')
    await first.close()
    rmSync(dataDir, { recursive: true })
    const second = await open(dataDir)
    await expect(query(second.connectionString, 'select number from kept')).rejects.toThrow(/does not exist/)
    await second.close()
    expect(existsSync(join(place, 'postgres-before', 'data', 'PG_VERSION'))).toBe(true)
  })
})
