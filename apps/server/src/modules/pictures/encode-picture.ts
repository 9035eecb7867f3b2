import sharp from 'sharp'
import { MASTER_SIZE } from './picture-sizes.ts'

const PIXEL_LIMIT = 40_000_000
const FORMATS = new Set(['svg', 'png', 'webp', 'jpeg', 'gif', 'avif', 'heif'])
/** Icons need at least this size. */
const DRAWING_SIZE = 256
/** The largest ratio between the sides of an SVG. */
const DRAWING_RATIO = 50

export type EncodedPicture = { master: Uint8Array; width: number; height: number; format: string }

/** A re-encoded picture, or the reason for its refusal. */
export type EncodingResult = EncodedPicture | { reason: string }

/**
 * Decodes an untrusted picture and encodes it again. A crafted picture can take minutes or all memory, so this runs in a process that can
 * be killed (picture-worker.ts).
 */
export const encodePicture = async (content: Uint8Array): Promise<EncodingResult> => {
  try {
    const options = { limitInputPixels: PIXEL_LIMIT, failOn: 'error', unlimited: false } as const
    // This reads only the header. An SVG may state any size, because the size at which it is drawn is chosen below.
    const { format, width, height } = await sharp(content, { ...options, limitInputPixels: false }).metadata()
    if (!FORMATS.has(format)) return { reason: `has a format that is not supported: ${format}` }
    if (format !== 'svg' && width * height > PIXEL_LIMIT) return { reason: 'has more than 40 million pixels' }
    if (format === 'svg' && Math.max(width, height) > DRAWING_RATIO * Math.min(width, height))
      return { reason: `has a side that is more than ${DRAWING_RATIO} times the other` }
    const density = format === 'svg' ? svgDensity(Math.max(width, height)) : undefined
    const { data, info } = await sharp(content, density ? { ...options, density } : options)
      .rotate()
      .resize({ width: MASTER_SIZE, height: MASTER_SIZE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    return { master: data, width: info.width, height: info.height, format }
  } catch {
    return { reason: 'could not be read as a picture' }
  }
}

/**
 * The density (dpi) at which an SVG is drawn; librsvg draws 1 CSS px as 1 px at 72 dpi. A small SVG is enlarged, so that it is sharp on
 * pages. A large one is drawn no larger than the stored size, because its author determines how much memory each of its layers takes.
 */
const svgDensity = (size: number): number => {
  const drawn = Math.min(Math.max(size, DRAWING_SIZE), MASTER_SIZE)
  return size === 0 ? 72 : Math.min(2400, Math.max(1, Math.ceil((72 * drawn) / size)))
}
