// A build in the folder of a running server must keep the files that the server still reads.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { build } from 'vite'
import { KEPT_MS, removeOldFiles } from './old-files.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marketplace-build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

test('files of a week ago go, younger ones stay', () => {
  mkdirSync(join(folder, 'client/assets'), { recursive: true })
  const now = Date.now()
  const ages = { 'old-1.js': KEPT_MS + 1_000, 'young-2.js': KEPT_MS - 1_000, 'new-3.js': 0 }
  for (const [name, age] of Object.entries(ages)) {
    const path = join(folder, 'client/assets', name)
    writeFileSync(path, '')
    utimesSync(path, new Date(now - age), new Date(now - age))
  }
  removeOldFiles(folder, now)
  expect(filesIn(folder)).toEqual(['new-3.js', 'young-2.js'])
})

test('the web application’s build writes beside what is there', async () => {
  const { default: config } = await import('../../apps/web/vite.config.ts')
  const { build: settings } = config({ command: 'build', mode: 'production' })
  writeFileSync(join(folder, 'main.js'), 'console.log(1)')
  const dist = join(folder, 'dist')
  const make = async () =>
    build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { ...settings, outDir: dist, rolldownOptions: { input: join(folder, 'main.js') } },
    })
  await make()
  const before = filesIn(dist)
  writeFileSync(join(folder, 'main.js'), 'console.log(2)')
  await make()
  const after = filesIn(dist)
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after.length).toBe(before.length + 1)
})
