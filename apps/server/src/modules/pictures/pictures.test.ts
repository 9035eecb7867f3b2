// Tests untrusted pictures: which are decoded, in which widths they are served, and which files are made only once.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localFiles } from '../../adapters/local-files.ts'
import type { Files } from '../../ports/files.ts'
import { derivedPictures } from './derived-pictures.ts'
import { encodePicture } from './encode-picture.ts'
import { MASTER_SIZE, PICTURE_WIDTHS, picturePath, pictureSrcset, socialPicturePath } from './picture-sizes.ts'
import { pictureReader } from './read-picture.ts'
import { masterKey } from './store-picture.ts'

let folder: string
let files: Files
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-test-'))
  files = localFiles(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const draw = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#336699' } })
const svg = (attributes: string, inside = '<rect width="9" height="9"/>') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)
let pictures = 0
/** Stores a picture of this width under a new id. */
const store = async (width: number): Promise<string> => {
  const id = String(++pictures).padStart(32, '0')
  await files.write(masterKey(id), await draw(width, 40).webp().toBuffer())
  return id
}
const widthOf = async (content: Buffer | null) => (content ? (await sharp(content).metadata()).width : null)

describe('a picture that is decoded', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('as %s is kept in its size', async (format) => {
    const content = await draw(300, 200).toFormat(format).toBuffer()
    const encoded = await encodePicture(content)
    expect(encoded).toMatchObject({ width: 300, height: 200 })
    expect('master' in encoded && (await sharp(encoded.master).metadata()).format).toBe('webp')
  })

  test.each([
    [4_000, 1_000, MASTER_SIZE, 400],
    [1_000, 3_200, 500, MASTER_SIZE],
    [1_600, 1_600, MASTER_SIZE, MASTER_SIZE],
    [3, 2, 3, 2],
  ])('of %i by %i is kept as %i by %i: never enlarged', async (width, height, ...kept) => {
    const encoded = await encodePicture(await draw(width, height).png().toBuffer())
    expect('master' in encoded && [encoded.width, encoded.height]).toEqual(kept)
  })

  test('stands upright, and says nothing of where it was taken', async () => {
    const content = await draw(300, 200)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ada', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const encoded = await encodePicture(content)
    expect(encoded).toMatchObject({ width: 200, height: 300 })
    const { exif, orientation, icc, xmp } = 'master' in encoded ? await sharp(encoded.master).metadata() : {}
    expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
  })

  test.each([
    ['width="16" height="16"', 256, 256],
    ['width="100000" height="50000"', MASTER_SIZE, MASTER_SIZE / 2],
    ['viewBox="0 0 500 250"', 500, 250],
  ])('as a drawing of %s is drawn in a size that is shown', async (attributes, width, height) => {
    const encoded = await encodePicture(svg(attributes))
    expect('master' in encoded && [encoded.width, encoded.height].map((side) => Math.round(side / 4) * 4)).toEqual(
      [width, height].map((side) => Math.round(side / 4) * 4),
    )
  })

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['nothing', () => Buffer.alloc(0), 'could not be read as a picture'],
    ['text', () => Buffer.from('<html><script>alert(1)</script></html>'), 'could not be read as a picture'],
    ['half of one', async () => (await draw(300, 200).png().toBuffer()).subarray(0, 90), 'could not be read as a picture'],
    ['a drawing that is a line', () => svg('width="10000" height="10"'), 'has a side that is more than 50 times the other'],
    ['a TIFF', () => draw(20, 20).tiff().toBuffer(), 'has a format that is not supported: tiff'],
    [
      'one of too many pixels',
      () => draw(8_000, 5_001).png({ compressionLevel: 1 }).toBuffer(),
      'has more than 40 million pixels',
    ],
  ])('is refused if it is %s', async (_, make, reason) => {
    expect(await encodePicture(await make())).toEqual({ reason })
  })

  test('reads no file and asks nobody for what a drawing names', async () => {
    const inside = `<image href="file:///etc/passwd" width="9" height="9"/><image href="http://127.0.0.1:1/x.png" width="9" height="9"/>`
    const encoded = await encodePicture(svg('width="300" height="300"', inside))
    expect(encoded).toMatchObject({ width: 300, height: 300 })
    const { channels } = 'master' in encoded ? await sharp(encoded.master).stats() : { channels: [] }
    // Nothing was drawn.
    expect(channels.map(({ max }) => max)).toEqual(channels.map(() => 0))
  })
})

describe('the widths of a picture', () => {
  test('that are offered are those that are served, none wider than the picture but the first', () => {
    const some = fc.subarray([...PICTURE_WIDTHS], { minLength: 1 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000 }), some, (own, widths) => {
        const offered = (pictureSrcset('a', own, widths) ?? '').split(', ').filter(Boolean)
        const sizes = offered.map((each) => Number(/ (\d+)w$/.exec(each)?.[1]))
        expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
        for (const [index, size] of sizes.entries()) {
          expect(offered[index]).toBe(`${picturePath('a', size as 64)} ${size}w`)
          expect(widths).toContain(size)
          if (index > 0) expect(size).toBeLessThanOrEqual(own)
        }
        // A single width is no choice, so there is no srcset.
        expect(sizes.length).not.toBe(1)
      }),
    )
  })

  test('are made when they are asked for, and no wider than the picture', async () => {
    const read = pictureReader(files)
    const id = await store(300)
    expect(await widthOf(await read(id, '64.webp'))).toBe(64)
    expect(await widthOf(await read(id, '960.webp'))).toBe(300)
    expect(await readdir(join(folder, 'pictures', id))).toEqual(['64.webp', '960.webp', 'master.webp'])
  })

  test.each([
    '65.webp',
    '64.png',
    '64.webp.webp',
    '064.webp',
    '64',
    'master.webp',
    '../1/64.webp',
    '',
    '6e1.webp',
    '٦٤.webp',
    '64.webp\n',
  ])('no file has the name %j, and none is made', async (file) => {
    const id = await store(100)
    expect(await pictureReader(files)(id, file)).toBeNull()
    expect(await readdir(join(folder, 'pictures', id))).toEqual(['master.webp'])
  })
})

describe('the files made from a picture', () => {
  const ID = 'a'.repeat(32)
  const made = (keptBytes: number) => {
    const drawn: string[] = []
    const read = derivedPictures(files, keptBytes)
    const ask = (id: string, name = 'x.webp') =>
      read(id, name, async (master) => {
        drawn.push(id)
        await new Promise((resolve) => setTimeout(resolve, 5))
        return Buffer.from(`${name} of ${master.length}`)
      })
    return { drawn, ask }
  }

  test('is made once for all who ask at once, and kept for those who ask later', async () => {
    const id = await store(10)
    const { drawn, ask } = made(10_000)
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(id)))
    expect([new Set(all.map(String)).size, drawn]).toEqual([1, [id]])
    // Another process, or a later start, finds the file.
    const later = made(10_000)
    expect([String(await later.ask(id)), later.drawn]).toEqual([String(all[0]), []])
  })

  test('is read again where memory keeps nothing of it', async () => {
    const id = await store(10)
    const { drawn, ask } = made(1)
    expect(String(await ask(id))).toBe(String(await ask(id)))
    expect(drawn).toEqual([id])
  })

  test('is tried again after a failure', async () => {
    const id = await store(10)
    const read = derivedPictures(files, 1_000)
    const fails = read(id, 'y.webp', () => Promise.reject(new Error('no memory')))
    await expect(fails).rejects.toThrow('no memory')
    expect(String(await read(id, 'y.webp', async () => Buffer.from('drawn')))).toBe('drawn')
  })

  test('of a picture that there is not is nothing, and is not remembered', async () => {
    const { drawn, ask } = made(1_000)
    expect(await ask(ID)).toBeNull()
    await files.write(masterKey(ID), await draw(5, 5).webp().toBuffer())
    expect(String(await ask(ID))).toMatch(/^x\.webp of \d+$/)
    expect(drawn).toEqual([ID])
  })

  test.each(['', 'A'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), '../../etc/passwd', `${ID}\n`, 'g'.repeat(32)])(
    'has no id %j, and no file is looked for',
    async (id) => {
      const read = derivedPictures(
        { read: () => Promise.reject(new Error('read')), write: () => Promise.reject(new Error('written')) },
        9,
      )
      expect(await read(id, 'x.webp', () => Promise.reject(new Error('drawn')))).toBeNull()
    },
  )
})

test('a picture has one address in each width, and one for social networks', () => {
  const paths = [...PICTURE_WIDTHS.map((width) => picturePath('a', width)), socialPicturePath('a')]
  expect(new Set(paths).size).toBe(paths.length)
  expect(Math.max(...PICTURE_WIDTHS)).toBe(MASTER_SIZE)
  expect([...PICTURE_WIDTHS]).toEqual(PICTURE_WIDTHS.toSorted((a, b) => a - b))
})
