import sharp from 'sharp'
import type { Files } from '../../ports/files.ts'
import { derivedPictures } from './derived-pictures.ts'
import { SOCIAL_SIZE } from './picture-sizes.ts'

/** Social networks fetch a picture once and store it, so the cache is small. */
const KEPT_BYTES = 8 * 1024 * 1024

/** The light theme's canvas colour. */
const BACKGROUND = '#fbfaf8'
/** The box of an icon, in px. */
const ICON = { width: 320, height: 320 }
/** The box of a large picture that would lose too much if it filled the whole area. */
const FRAME = { width: 1040, height: 550 }

/** A picture with sides of at least this length (px) is sharp enough to be shown large. */
const LARGE = 640
/** A picture with a smaller ratio of its sides counts as an icon; screenshots are wider. */
const SQUARE = 1.1
/** A picture wider than this ratio is shown whole, because filling the box would leave only its middle. */
const STRIP = 2.6

/**
 * Reads a picture for social networks; null if the id is unknown. Pictures do not record whether they are icons or screenshots,
 * so their shape decides.
 */
export const socialPictureReader = (files: Files): ((id: string) => Promise<Buffer | null>) => {
  const read = derivedPictures(files, KEPT_BYTES)
  return (id) => read(id, 'social.png', drawSocialPicture)
}

/** A screenshot covers everything, aligned to its top. Other pictures are centred on a plain background. */
const drawSocialPicture = async (master: Buffer): Promise<Buffer> => {
  const room = await roomFor(master)
  const drawn =
    room === 'all'
      ? sharp(master).resize({ ...SOCIAL_SIZE, fit: 'cover', position: 'top' })
      : sharp({ create: { ...SOCIAL_SIZE, channels: 3, background: BACKGROUND } }).composite([
          {
            input: await sharp(master)
              .resize({ ...room, fit: 'inside' })
              .png()
              .toBuffer(),
          },
        ])
  return drawn.flatten({ background: BACKGROUND }).png({ palette: true, quality: 90, effort: 7 }).toBuffer()
}

const roomFor = async (master: Buffer): Promise<'all' | typeof ICON | typeof FRAME> => {
  const { width, height } = await sharp(master).metadata()
  const ratio = width / height
  if (Math.max(width, height) < LARGE || Math.max(ratio, 1 / ratio) < SQUARE) return ICON
  // A picture with transparency is a logo, or a screenshot with a shadow, so its edges must stay visible.
  const fills = ratio >= SQUARE && ratio <= STRIP && (await sharp(master).stats()).isOpaque
  return fills ? 'all' : FRAME
}
