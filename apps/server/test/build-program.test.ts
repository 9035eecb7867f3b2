import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProgram } from '../vite.config.ts'

let folder = ''
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'marketplace-program-')))
  await mkdir(join(folder, 'src/parts'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Builds a program of src/main.ts and src/parts/part.ts, which exports `said`. */
const built = async (part: string): Promise<void> => {
  await writeFile(join(folder, 'src/parts/part.ts'), part)
  await writeFile(join(folder, 'src/main.ts'), `import { said } from './parts/part.ts'\nconsole.log(JSON.stringify(said))\n`)
  await build({ ...buildProgram(folder, 'src/main.ts'), configFile: false, logLevel: 'silent' })
}
const run = async (): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'dist/main.js')])
  return JSON.parse(stdout) as unknown
}

describe('a built program', () => {
  it('finds its files where the module is in the sources', async () => {
    await built('export const said = [import.meta.dirname, import.meta.url, new URL("../x.json", import.meta.url).href]')
    const [dirname, url, beside] = (await run()) as [string, string, string]
    expect(join(dirname)).toBe(join(folder, 'src/parts'))
    expect(url).toBe(pathToFileURL(join(folder, 'src/parts/part.ts')).href)
    expect(beside).toBe(pathToFileURL(join(folder, 'src/x.json')).href)
  })

  it('makes each call, also one whose value is not used', async () => {
    const refuses = (call: string) => `(() => { try { ${call}; return false } catch { return true } })()`
    await built(
      `export const said = [${['decodeURIComponent("%ff")', 'new URL("x")', 'new RegExp("(")'].map(refuses).join(', ')}]`,
    )
    expect(await run()).toEqual([true, true, true])
  })

  it('resolves packages as its module does', async () => {
    await built('export const said = typeof import.meta.resolve("node:fs")')
    expect(await run()).toBe('string')
  })

  it('keeps the names of its classes, also of two with the same name', async () => {
    await writeFile(join(folder, 'src/parts/other.ts'), 'export class Same extends Error {}')
    await built(
      `import { Same as Other } from './other.ts'\nclass Same extends Error {}\nexport const said = [new Same(), new Other()].map((each) => each.constructor.name)`,
    )
    expect(await run()).toEqual(['Same', 'Same'])
  })

  it.each(['filename', 'main', 'env'])('is not built if a module asks for import.meta.%s', async (name) => {
    await expect(built(`export const said = String(import.meta.${name})`)).rejects.toThrow(`import.meta.${name} would be that of`)
  })
})
