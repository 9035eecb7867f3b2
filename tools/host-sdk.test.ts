import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FROM_HOST, TO_HOST } from '@marketplace/contracts/host-messages/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildHostSdk } from './host-sdk.ts'

const MOST_BYTES = 5000

let folder: string
const read = (name: string) => readFile(join(folder, name), 'utf8')
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'marketplace-host-sdk-')), 'host-sdk')
  await buildHostSdk(folder)
})
afterAll(() => rm(join(folder, '..'), { recursive: true }))

describe('the package for host products', () => {
  it('is less than 5 kB, and one module that imports nothing', async () => {
    const code = await read('index.js')
    expect(Buffer.byteLength(code)).toBeLessThan(MOST_BYTES)
    expect(Buffer.byteLength(code)).toBeGreaterThan(1000)
    expect(code).not.toMatch(/\bimport\b|\brequire\(/)
    expect(code).toContain('mountMarketplace')
  })

  it('can be published: everything that it names is in it', async () => {
    const { exports, dependencies, name, publishConfig, ...rest } = JSON.parse(await read('package.json')) as Record<
      string,
      Record<string, object>
    >
    expect(name).toBe('@marketplace/host-sdk')
    expect(dependencies).toBeUndefined()
    // npm publishes a scoped package as private unless its access is set. The source folder itself is never published.
    expect(publishConfig).toEqual({ access: 'public' })
    expect(rest).not.toHaveProperty('private')
    expect(exports).toEqual({ '.': { types: './index.d.ts', default: './index.js' } })
    expect((await readdir(folder)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'index.d.ts',
      'index.js',
      'package.json',
      'shared.d.ts',
    ])
  })

  it('is typed for who has nothing else of ours', async () => {
    const consumer = join(folder, '..', 'consumer.ts')
    const right = `import { mountMarketplace, type HostCart } from './host-sdk/index.js'
      const shown = mountMarketplace(document.body, { url: 'https://a.example', onAppInstalled: ({ slug }) => slug.length })
      let cart: HostCart | undefined
      shown.on('marketplace_cart_update', (data) => (cart = data.cart))
      shown.navigate('/apps/', { replace: true })\n`
    const wrong = [
      `mountMarketplace(document.body, {})`,
      `shown.on('no_such_type', () => {})`,
      `shown.navigate(7)`,
      `mountMarketplace(document.body, { url: '', onNavigate: ({ slug }) => slug })`,
    ]
    const check = async (text: string) => {
      await writeFile(consumer, text)
      const args = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--types',
        '',
        consumer,
      ]
      const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
      return promisify(execFile)(process.execPath, [tsc, ...args]).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      )
    }
    await writeFile(join(folder, '..', 'package.json'), '{"type":"module"}')
    expect(await check(right)).toBe('')
    for (const line of wrong) expect(await check(right + line)).toMatch(/error TS/)
  })

  it('explains every message in its page', async () => {
    const page = await read('README.md')
    const rows = page.split('\n')
    const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    const types = Object.keys(TO_HOST)
    const isSaid = (type: string) => rows.some((row) => row.includes(`\`${camel(`on_${type}`)}\``) && row.includes(`\`${type}\``))
    expect(types.filter((type) => !isSaid(type))).toEqual([])
    const members = Object.keys(FROM_HOST).map(camel)
    expect(members.filter((member) => !page.includes(`\`${member}(`))).toEqual([])
  })
})
