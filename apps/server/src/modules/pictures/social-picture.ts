import sharp from 'sharp'
import type { Files } from '../../ports/files.ts'
import { derivedPictures } from './derived-pictures.ts'
import { SOCIAL_SIZE } from './picture-sizes.ts'

/** Few are asked for again soon: a social network fetches one once and keeps it. */
const KEPT_BYTES = 8 * 1024 * 1024

/** The marketplace's own ground in its light theme: the colour of the canvas. */
const GROUND = '#fbfaf8'
/** What an icon stands in, in px. */
const ICON = { width: 320, height: 320 }
/** What a picture stands in that is large and would lose too much if it filled the whole. */
const FRAME = { width: 1040, height: 550 }

/** From this side on, in px, a picture has enough of them to be shown large. */
const LARGE = 640
/** An icon is about as wide as it is high; a screen is not. */
const SQUARE = 1.1
/** A wider one is a strip, of which filling would leave the middle. */
const STRIP = 2.6

/**
 * Reads a picture as social networks show it; null for an id that is none. Whether it is an icon or a screenshot is not kept with a
 * picture, so its look tells.
 */
export const socialPictureReader = (files: Files): ((id: string) => Promise<Buffer | null>) => {
  const read = derivedPictures(files, KEPT_BYTES)
  return (id) => read(id, 'social.png', drawSocialPicture)
}

/** A screenshot fills the whole, from its top; everything else stands in the middle of a plain ground. */
const drawSocialPicture = async (master: Buffer): Promise<Buffer> => {
  const room = await roomFor(master)
  const drawn =
    room === 'all'
      ? sharp(master).resize({ ...SOCIAL_SIZE, fit: 'cover', position: 'top' })
      : sharp({ create: { ...SOCIAL_SIZE, channels: 3, background: GROUND } }).composite([
          {
            input: await sharp(master)
              .resize({ ...room, fit: 'inside' })
              .png()
              .toBuffer(),
          },
        ])
  return drawn.flatten({ background: GROUND }).png({ palette: true, quality: 90, effort: 7 }).toBuffer()
}

const roomFor = async (master: Buffer): Promise<'all' | typeof ICON | typeof FRAME> => {
  const { width, height } = await sharp(master).metadata()
  const ratio = width / height
  if (Math.max(width, height) < LARGE || Math.max(ratio, 1 / ratio) < SQUARE) return ICON
  // What shows through is a logo, or a screenshot with its shadow: its edges are part of it.
  const fills = ratio >= SQUARE && ratio <= STRIP && (await sharp(master).stats()).isOpaque
  return fills ? 'all' : FRAME
}
