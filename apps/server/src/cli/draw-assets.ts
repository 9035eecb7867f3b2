// node apps/server/src/cli/draw-assets.ts: draws the pictures in apps/server/assets. Run it after a change of their drawings.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const assets = join(import.meta.dirname, '../../assets')
const FAVICON = join(import.meta.dirname, '../../../web/src/shell/favicon.svg')
const FAVICON_SIZES = [16, 32, 48]

await sharp(join(assets, 'social.svg')).png({ palette: true, effort: 10 }).toFile(join(assets, 'social.png'))

const pictures = await Promise.all(
  FAVICON_SIZES.map((size) =>
    sharp(FAVICON, { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ effort: 10 })
      .toBuffer(),
  ),
)

/** An ICO file: a header, an entry of 16 bytes for each picture, and the pictures, which may be PNG. */
const header = Buffer.from(Uint16Array.of(0, 1, pictures.length).buffer)
let offset = header.length + 16 * pictures.length
const entries = pictures.map((picture, index) => {
  const size = FAVICON_SIZES[index] ?? 0
  const entry = Buffer.alloc(16)
  entry.set([size, size, 0, 0, 1, 0, 32, 0])
  entry.writeUInt32LE(picture.length, 8)
  entry.writeUInt32LE(offset, 12)
  offset += picture.length
  return entry
})
await writeFile(join(assets, 'favicon.ico'), Buffer.concat([header, ...entries, ...pictures]))
