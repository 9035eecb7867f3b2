import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/harness.ts'
import { createHttpServer } from '../../http/server.ts'
import { STOREFRONT } from '../../http/storefront.ts'
import { registerPictureRoutes, socialPicturePath, storePicture } from './index.ts'

type Colour = [number, number, number]
const RED: Colour = [200, 30, 30]
const BLUE: Colour = [30, 60, 200]
const BACKGROUND: Colour = [0xfb, 0xfa, 0xf8]

let store: TestStore
let server: FastifyInstance

beforeAll(async () => {
  store = await openTestStore()
  server = await createHttpServer({
    log: pino({ level: 'silent' }),
    site: STOREFRONT,
    authenticate: async () => null,
    https: false,
    metricsToken: null,
  })
  registerPictureRoutes(server, store)
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: 'GET', url, headers })

/** A picture whose upper half has one colour and whose lower half has another. */
const halves = (width: number, height: number, top: Colour, bottom: Colour, alpha = false) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <rect width="100%" height="50%" rx="${alpha ? 9 : 0}" fill="rgb(${top.join(',')})"/>
        <rect y="50%" width="100%" height="50%" rx="${alpha ? 9 : 0}" fill="rgb(${bottom.join(',')})"/>
      </svg>`,
    ),
  )
    .png()
    .toBuffer()

const stored = async (content: Buffer) => storePicture(content, { database: store.client.database, files: store.files })

const pixelsOf = async (png: Buffer) => {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { info, at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)] }
}
/** The distance of two colours in the channel in which they differ most. */
const distance = (pixel: number[], colour: Colour) =>
  Math.max(...colour.map((value, channel) => Math.abs((pixel[channel] ?? -255) - value)))
/** Re-encoding changes colours a little. */
const NEAR = 16

describe('a picture as social networks show it', () => {
  test('a screenshot fills it from its top', async () => {
    // Scaled to a width of 1200 it is 900 high. The lower 270 are cut off, and the middle is at 450.
    const id = await stored(await halves(1280, 960, RED, BLUE))
    const answer = await get(socialPicturePath(id))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/png')
    expect(answer.headers['cache-control']).toContain('immutable')
    const { info, at } = await pixelsOf(answer.rawPayload)
    expect(info).toMatchObject({ width: 1200, height: 630, format: 'raw' })
    expect(distance(at(5, 5), RED)).toBeLessThan(NEAR)
    expect(distance(at(600, 440), RED)).toBeLessThan(NEAR)
    expect(distance(at(600, 460), BLUE)).toBeLessThan(NEAR)
    expect(distance(at(1195, 625), BLUE)).toBeLessThan(NEAR)
  })

  test.each([
    ['a square', 1024, 1024, false],
    ['a small one', 64, 64, false],
    ['a square drawing with transparent corners', 900, 840, true],
    ['a small and wide one', 300, 100, false],
  ])('an icon stands in the middle of a plain ground: %s', async (_, width, height, alpha) => {
    const id = await stored(await halves(width, height, RED, BLUE, alpha))
    const { info, at } = await pixelsOf((await get(socialPicturePath(id))).rawPayload)
    expect(info).toMatchObject({ width: 1200, height: 630 })
    for (const [x, y] of [
      [0, 0],
      [1199, 629],
      [435, 315],
      [765, 315],
    ] as const)
      expect(distance(at(x, y), BACKGROUND)).toBeLessThan(NEAR)
    const half = (160 * Math.min(1, height / width)) / 2
    expect(distance(at(600, Math.round(315 - half)), RED)).toBeLessThan(NEAR)
    expect(distance(at(600, Math.round(315 + half)), BLUE)).toBeLessThan(NEAR)
    expect(distance(at(450, Math.round(315 - half)), RED)).toBeLessThan(NEAR)
  })

  test.each([
    ['a logo with transparent corners', 1200, 600, true, 1040, 520],
    ['a strip', 1400, 200, false, 1040, 149],
    ['a telephone’s screen', 600, 1200, false, 275, 550],
  ])('what is large and would lose its edges stands in a wider frame: %s', async (_, width, height, alpha, w, h) => {
    const id = await stored(await halves(width, height, RED, BLUE, alpha))
    const { at } = await pixelsOf((await get(socialPicturePath(id))).rawPayload)
    const [left, top] = [600 - w / 2, 315 - h / 2]
    for (const [x, y] of [
      [left - 4, 315],
      [left + w + 4, 315],
      [600, top - 4],
      [600, top + h + 4],
    ] as const)
      expect(distance(at(Math.round(x), Math.round(y)), BACKGROUND)).toBeLessThan(NEAR)
    expect(distance(at(600, Math.round(315 - h / 4)), RED)).toBeLessThan(NEAR)
    expect(distance(at(Math.round(left + 14), Math.round(315 + h / 4)), BLUE)).toBeLessThan(NEAR)
  })

  test('is drawn once and kept beside the picture', async () => {
    const id = await stored(await halves(50, 50, BLUE, RED))
    const file = join(store.folder, 'files/pictures', id, 'social.png')
    await expect(access(file)).rejects.toThrow(/ENOENT/)
    const [first, second] = await Promise.all([get(socialPicturePath(id)), get(socialPicturePath(id))])
    await access(file)
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    await store.files.write(`pictures/${id}/social.png`, Buffer.from('kept'))
    // Another process with an empty memory reads the stored file.
    const other = await createHttpServer({
      log: pino({ level: 'silent' }),
      site: STOREFRONT,
      authenticate: async () => null,
      https: false,
      metricsToken: null,
    })
    registerPictureRoutes(other, store)
    expect((await other.inject(socialPicturePath(id))).body).toBe('kept')
    await other.close()
  })

  test('is answered with 304 if the client has it', async () => {
    const id = await stored(await halves(50, 50, BLUE, RED))
    const { headers } = await get(socialPicturePath(id))
    expect(headers['cache-control']).toContain('immutable')
    const again = await get(socialPicturePath(id), { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect((await get(socialPicturePath(id), { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test.each(['0'.repeat(32), 'no-id', '%2e%2e%2fmaster.webp', 'A'.repeat(32)])('%s is 404', async (id) => {
    const answer = await get(`/pictures/${id}/social.png`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe("the marketplace's own", () => {
  test('picture for pages that have none', async () => {
    const answer = await get('/social.png', { 'accept-encoding': 'br, gzip' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
    // PNG is compressed already.
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
    const again = await get('/social.png', { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('picture matches its drawing', async () => {
    const drawn = await sharp(join(import.meta.dirname, '../../../assets/social.svg'))
      .removeAlpha()
      .raw()
      .toBuffer()
    const sent = await sharp((await get('/social.png')).rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(sent.length).toBe(drawn.length)
    let difference = 0
    for (const [index, value] of sent.entries()) difference += Math.abs(value - (drawn[index] ?? 0))
    expect(difference / drawn.length).toBeLessThan(1)
  })

  test('sign for the browser’s tab', async () => {
    const answer = await get('/favicon.ico')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/x-icon')
    const icon = answer.rawPayload
    // Type 1 is an icon. Each entry has the offset and the size of its picture.
    expect([icon.readUInt16LE(0), icon.readUInt16LE(2)]).toEqual([0, 1])
    const sizes = await Promise.all(
      Array.from({ length: icon.readUInt16LE(4) }, async (_, index) => {
        const entry = icon.subarray(6 + 16 * index, 22 + 16 * index)
        const picture = icon.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8))
        const { width, height, format } = await sharp(picture).metadata()
        expect([width, height, format]).toEqual([entry[0], entry[1], 'png'])
        return width
      }),
    )
    expect(sizes).toEqual([16, 32, 48])
  })
})
