import { execFileSync } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { findApplicationsBySlug } from '../stored/repository.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.clear('applications', 'developers', 'categories', 'pictures')
  await rm(join(store.folder, 'pictures'), { recursive: true, force: true })
  await mkdir(join(store.folder, 'pictures'))
  await writeFile(join(store.folder, 'pictures/good.svg'), drawing('<rect width="9" height="9"/>'))
})

const drawing = (content: string, size = 1_600): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}">${content}</svg>`
const sparse = (path: string, bytes: number): void => {
  execFileSync('touch', [path])
  truncateSync(path, bytes)
}

/** Imports a line with a good picture between two lines with this one. Returns the report's remarks. */
const importPicture = async (name: string, dryRun = false): Promise<string[]> => {
  const lines = [name, 'good.svg', name].map((file, index) => line(`app-${index}`, { icon: `pictures/${file}` }))
  const report = await store.importLines(lines, { dryRun })
  expect([report.created + report.updated, report.refused]).toEqual([3, 0])
  if (!dryRun) {
    const [good] = await findApplicationsBySlug(store.client.database, ['app-1'])
    expect(good?.iconId).toMatch(/^[0-9a-f]{32}$/)
  }
  return report.remarks.map(({ line: number, reason }) => `${number}: ${reason}`)
}
const leftOut = (name: string, why: string) =>
  [1, 3].map((number) => `${number}: picture pictures/${name} ${why} and was left out`)

describe('a file that is not a picture is not read', () => {
  test('a file of 5 GB', async () => {
    sparse(join(store.folder, 'pictures/huge.png'), 5 * 2 ** 30)
    const before = process.memoryUsage.rss()
    expect(await importPicture('huge.png')).toEqual(leftOut('huge.png', 'is larger than 10 MB'))
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(500)
  })

  test('four files of 1.5 GB at once', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => `pictures/${name}.png`)
    for (const name of names) sparse(join(store.folder, name), 1.5 * 2 ** 30)
    let peak = 0
    const before = process.memoryUsage.rss()
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss() - before)
    }, 5)
    const report = await store.importLines(names.map((icon, index) => line(`app-${index}`, { icon })))
    clearInterval(timer)
    expect(report.remarks.map(({ reason }) => reason)).toEqual(
      names.map((name) => `picture ${name} is larger than 10 MB and was left out`),
    )
    expect(peak / 2 ** 20).toBeLessThan(500)
  })

  test('a pipe without a writer', async () => {
    execFileSync('mkfifo', [join(store.folder, 'pictures/pipe.png')])
    expect(await importPicture('pipe.png')).toEqual(leftOut('pipe.png', 'is not a file'))
  })

  test.each([
    ['a link to a file outside', '/etc/passwd'],
    ['a link to a device', '/dev/zero'],
    ['a link to the folder above', '../..'],
  ])('%s', async (_, target) => {
    await symlink(target, join(store.folder, 'pictures/link.png'))
    expect(await importPicture('link.png')).toEqual(leftOut('link.png', 'lies outside of the folder of the catalogue'))
  })

  test('a link to itself', async () => {
    await symlink('loop.png', join(store.folder, 'pictures/loop.png'))
    expect(await importPicture('loop.png')).toEqual(leftOut('loop.png', 'is not there'))
  })

  test('a link to a picture in the folder is that picture', async () => {
    await symlink('good.svg', join(store.folder, 'pictures/link.svg'))
    expect(await importPicture('link.svg')).toEqual([])
  })
})

const FILTER = '<filter id="f" x="0" y="0" width="1" height="1">'
const FILTERED = '</filter><rect width="1600" height="1600" filter="url(#f)"/>'
const ENTITIES = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)

describe('a picture crafted to take long or much memory is left out within seconds', () => {
  test.each([
    { what: 'a filter that takes 20 s', name: 'a.svg', content: drawing(FILTER + '<feMorphology operator="dilate" radius="400"/>'.repeat(4) + FILTERED) },
    { what: 'a hundred thousand layers', name: 'c.svg', content: drawing('<rect width="1600" height="1600" opacity=".5"/>'.repeat(100_000)) },
  ])('$what', async ({ name, content }) => {
    await writeFile(join(store.folder, 'pictures', name), content)
    expect(await importPicture(name)).toEqual(leftOut(name, 'takes too long or too much memory to draw'))
  }) // prettier-ignore

  test.each([
    { what: 'entities of entities', name: 'e.svg', content: `<!DOCTYPE svg [<!ENTITY e0 "ha">${ENTITIES.join('')}]>${drawing('<text>&e9;</text>')}` },
    { what: 'a side of a billion', name: 'f.svg', content: drawing('', 1e9) },
    { what: 'a strip', name: 'g.svg', content: drawing('').replace('width="1600"', 'width="1"') },
    { what: 'a drawing that ends in the middle', name: 'h.svg', content: drawing('<rect').slice(0, -9) },
    { what: 'nothing', name: 'i.png', content: '' },
  ])('$what', async ({ name, content }) => {
    await writeFile(join(store.folder, 'pictures', name), content)
    const remarks = await importPicture(name)
    expect(remarks).toHaveLength(2)
    expect(remarks[0]).toMatch(/could not be read as a picture|more than 50 times the other|too much memory/)
    // A dry run decodes the picture too, so that it reports the same.
    expect(await importPicture(name, true)).toEqual(remarks)
  }) // prettier-ignore

  test('a picture that ends in the middle', async () => {
    const noise = {
      width: 400,
      height: 300,
      channels: 3 as const,
      background: 'navy',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
    }
    const whole = await sharp({ create: noise }).png().toBuffer() // prettier-ignore
    await writeFile(join(store.folder, 'pictures/cut.png'), whole.subarray(0, whole.length / 2))
    const remarks = leftOut('cut.png', 'could not be read as a picture')
    expect(await importPicture('cut.png')).toEqual(remarks)
    expect(await importPicture('cut.png', true)).toEqual(remarks)
  })

  test('a picture of a hundred million pixels in few bytes', async () => {
    const flat = { width: 10_000, height: 10_000, channels: 3 as const, background: 'navy' }
    await sharp({ create: flat, limitInputPixels: false }).png().toFile(join(store.folder, 'pictures/flat.png'))
    expect(await importPicture('flat.png')).toEqual(leftOut('flat.png', 'has more than 40 million pixels'))
  })
})

describe('a drawing', () => {
  test('with a shadow is accepted', async () => {
    const shadow =
      '<filter id="s"><feDropShadow dx="4" dy="8" stdDeviation="6"/></filter><circle cx="800" cy="800" r="500" filter="url(#s)"/>'
    await writeFile(join(store.folder, 'pictures/shadow.svg'), drawing(shadow))
    expect(await importPicture('shadow.svg')).toEqual([])
  })

  test('shows no other file', async () => {
    await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
      .png()
      .toFile(join(store.folder, 'pictures/secret.png'))
    const secret = join(store.folder, 'pictures/secret.png')
    const images = [secret, `file://${secret}`, 'secret.png', 'http://127.0.0.1:1/secret.png']
      .map((address) => `<image xlink:href="${address}" width="1600" height="1600"/>`)
      .join('')
    await writeFile(join(store.folder, 'pictures/thief.svg'), drawing(images))
    expect(await importPicture('thief.svg')).toEqual([])
    const [thief] = await findApplicationsBySlug(store.client.database, ['app-0'])
    const master = await store.files.read(`pictures/${thief?.iconId}/master.webp`)
    const { channels } = await sharp(master ?? undefined).stats()
    // Nothing was drawn: all pixels are transparent.
    expect(channels[3]?.max).toBe(0)
  })

  test('is drawn no larger than its stored size', async () => {
    await writeFile(join(store.folder, 'pictures/large.svg'), drawing('<rect width="9000" height="9000"/>', 9_000))
    expect(await importPicture('large.svg')).toEqual([])
    const [large] = await findApplicationsBySlug(store.client.database, ['app-0'])
    const master = await store.files.read(`pictures/${large?.iconId}/master.webp`)
    expect(await sharp(master ?? undefined).metadata()).toMatchObject({ width: 1600, height: 1600 })
  })
})
