// Tests how the lines and pictures of an untrusted catalogue are read, before they are parsed or decoded.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PICTURE_LIMIT_BYTES } from '../../pictures/index.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { DEPTH_LIMIT, measureLine } from './measure-line.ts'
import { readPictureInside } from './read-inside.ts'
import { LINE_LIMIT_BYTES, type RawLine, readLines } from './read-lines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reading-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const linesOf = async (content: string | Buffer) => {
  const path = join(folder, 'lines.jsonl')
  await writeFile(path, content)
  const lines: RawLine[] = []
  for await (const each of readLines(path)) lines.push(each)
  return lines
}

describe('the lines of a file', () => {
  test.each<[string, string, [number, string | null][]]>([
    ['nothing', '', []],
    ['one without its end', '{}', [[1, '{}']]],
    [
      'two',
      '{}\n[]\n',
      [
        [1, '{}'],
        [2, '[]'],
      ],
    ],
    [
      'with ends of another system',
      '{}\r\n[]\r\n',
      [
        [1, '{}\r'],
        [2, '[]\r'],
      ],
    ],
    [
      'among empty ones, which are counted',
      '\n \t\r\n{}\n\n\n[]',
      [
        [3, '{}'],
        [6, '[]'],
      ],
    ],
    ['with letters of several bytes', '"ü😀"\n', [[1, '"ü😀"']]],
    ['with a mark of the byte order', '\uFEFF{}\n', [[1, '{}']]],
    ['with what other readers take for an end', 'a\u2028b\u0085c\n', [[1, 'a\u2028b\u0085c']]],
  ])('%s', async (_, content, expected) => {
    expect((await linesOf(content)).map(({ number, text }) => [number, text])).toEqual(expected)
  })

  test('end where the bytes say, so that a reader can go on from there', async () => {
    const content = '"ü"\n\n{}\n[]'
    for (const { text, bytes } of await linesOf(content)) {
      const before = Buffer.from(content).subarray(0, bytes).toString().trimEnd()
      expect(before.endsWith(text ?? '')).toBe(true)
    }
  })

  test('one that is no UTF-8 is named, and the others are read', async () => {
    const content = Buffer.concat([Buffer.from('{}\n'), Buffer.from([0x22, 0xff, 0x22, 10]), Buffer.from('[]')])
    expect(await linesOf(content)).toMatchObject([
      { number: 1, text: '{}' },
      { number: 2, text: null, reason: 'is not valid UTF-8' },
      { text: '[]' },
    ])
  })

  test('one that is too long is not held, and the others are read', async () => {
    const long = 'x'.repeat(LINE_LIMIT_BYTES)
    const lines = await linesOf(`{}\n${long}\n${long}x\n[]`)
    expect(lines.map(({ number, text }) => [number, text?.length ?? null])).toEqual([
      [1, 2],
      [2, LINE_LIMIT_BYTES],
      [3, null],
      [4, 2],
    ])
    expect(lines[2]).toMatchObject({ reason: 'is longer than 16 MB' })
  })

  test('are those of the text, however it is cut into chunks', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'ü', '😀', ' ', '"'), maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 20 }), fc.constantFrom(0, 65_530, 131_068), async (lines, before) => {
        // The file is read 64 KiB at a time.
        const all = ['b'.repeat(before), ...lines]
        const expected = all.flatMap((text, index) => (text.trim() === '' ? [] : [[index + 1, text]]))
        expect((await linesOf(all.join('\n'))).map(({ number, text }) => [number, text])).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a line of JSON is measured before it is parsed', () => {
  const nested = (depth: number, [open, close] = ['[', ']']) => `${open.repeat(depth)}${close.repeat(depth)}`
  test.each<[string, string, string | null]>([
    ['an object', '{"a":1}', null],
    ['as deep as it may be', nested(DEPTH_LIMIT + 1), null],
    ['deeper', nested(DEPTH_LIMIT + 2), 'is nested too deeply'],
    ['deeper in objects', '{"a":'.repeat(DEPTH_LIMIT + 2), 'is nested too deeply'],
    ['many side by side', `[${'[],'.repeat(1_000)}[]]`, null],
    ['brackets in a text', JSON.stringify('['.repeat(500)), null],
    ['a text that ends in an escaped quote', `["${'\\"'.repeat(50)}${'['.repeat(500)}"]`, null],
    ['a text that ends in an escaped backslash', `["\\\\"${'['.repeat(500)}`, 'is nested too deeply'],
    ['100,000 entries', `[${','.repeat(99_999)}]`, null],
    ['one more', `[${','.repeat(100_000)}]`, 'has more than 100,000 entries'],
    ['so many empty lists', `[${'[]'.repeat(100_000)}]`, 'has more than 100,000 entries'],
    ['commas in a text', JSON.stringify(','.repeat(200_000)), null],
    ['nothing', '', null],
    ['ends without beginnings', ']'.repeat(1_000), null],
  ])('%s', (_, text, reason) => expect(measureLine(text)).toBe(reason))

  test('as deep as it is, whatever its texts hold', () => {
    const depthOf = (value: unknown): number =>
      typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf))
    const value = fc.jsonValue({ maxDepth: 6 })
    fc.assert(
      fc.property(value, fc.integer({ min: 30, max: DEPTH_LIMIT + 3 }), (inner, around) => {
        const text = '['.repeat(around) + JSON.stringify(inner) + ']'.repeat(around)
        expect(measureLine(text)).toBe(around + depthOf(inner) > DEPTH_LIMIT + 1 ? 'is nested too deeply' : null)
      }),
    )
  })
})

describe('a picture is read inside the folder of its catalogue', () => {
  const catalogue = () => join(folder, 'catalogue')
  beforeAll(async () => {
    await mkdir(join(catalogue(), 'below'), { recursive: true })
    await mkdir(join(folder, 'catalogue-2'))
    await writeFile(join(folder, 'secret.png'), 'secret')
    await writeFile(join(folder, 'catalogue-2', 'near.png'), 'near')
    await writeFile(join(catalogue(), 'a.png'), 'a picture')
    await writeFile(join(catalogue(), 'empty.png'), '')
    await writeFile(join(catalogue(), 'most.png'), Buffer.alloc(PICTURE_LIMIT_BYTES))
    await writeFile(join(catalogue(), 'large.png'), Buffer.alloc(PICTURE_LIMIT_BYTES + 1))
    await symlink('a.png', join(catalogue(), 'link.png'))
    await symlink('../secret.png', join(catalogue(), 'out.png'))
    await symlink('../catalogue-2', join(catalogue(), 'near'))
    await symlink('loop.png', join(catalogue(), 'loop.png'))
    await symlink(folder, join(catalogue(), 'below', 'up'))
  })

  test.each([
    ['a.png', 9],
    ['below/../a.png', 9],
    ['link.png', 9],
    ['empty.png', 0],
    ['most.png', PICTURE_LIMIT_BYTES],
  ])('%s', async (path, length) => expect(await readPictureInside(catalogue(), path)).toHaveLength(length))

  test.each([
    ['../secret.png', 'lies outside of the folder of the catalogue'],
    ['out.png', 'lies outside of the folder of the catalogue'],
    ['near/near.png', 'lies outside of the folder of the catalogue'],
    // A folder whose name only begins with the same characters is another folder.
    ['../catalogue-2/near.png', 'lies outside of the folder of the catalogue'],
    ['below/up/secret.png', 'lies outside of the folder of the catalogue'],
    ['/etc/passwd', 'is not there'],
    ['nothing.png', 'is not there'],
    ['loop.png', 'is not there'],
    ['a.png/b', 'is not there'],
    ['a\0.png', 'is not there'],
    ['below', 'is not a file'],
    ['.', 'lies outside of the folder of the catalogue'],
    ['large.png', 'is larger than 10 MB'],
  ])('not %j: it %s', async (path, message) => {
    await expect(readPictureInside(catalogue(), path)).rejects.toThrow(message)
  })
})

describe('work on many things', () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1))

  test('is done a few at a time, each once, with its results in order', async () => {
    let [running, most] = [0, 0]
    const items = Array.from({ length: 23 }, (_, index) => index)
    const done = await mapConcurrently(items, 4, async (item) => {
      most = Math.max(most, ++running)
      for (let turn = item % 3; turn >= 0; turn--) await pause()
      running--
      return item * 2
    })
    expect([done, most]).toEqual([items.map((item) => item * 2), 4])
  })

  test('of nothing is nothing, and a failure is that of all', async () => {
    expect(await mapConcurrently([], 4, pause)).toEqual([])
    const fails = mapConcurrently([1, 2, 3], 2, async (item) => {
      if (item === 2) throw new Error('two')
    })
    await expect(fails).rejects.toThrow('two')
  })
})
