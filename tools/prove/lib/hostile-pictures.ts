// Files that a catalogue names as pictures, made to harm the program that reads them.
import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const drawing = (content: string, size = 1_600): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}">${content}</svg>`
const filtered = (primitives: string): string =>
  drawing(
    `<filter id="f" x="0" y="0" width="1" height="1">${primitives}</filter><rect width="1600" height="1600" filter="url(#f)"/>`,
  )
const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join('')
const uses = Array.from(
  { length: 12 },
  (_, level) => `<g id="u${level + 1}">${`<use xlink:href="#u${level}"/>`.repeat(10)}</g>`,
).join('')

const noise = () =>
  sharp({
    create: { width: 300, height: 200, channels: 3, background: 'navy', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .png()
    .toBuffer()

export type HostilePicture = {
  name: string
  write: (path: string) => Promise<void> | void
  /** Needs as much time or memory as a picture may, so a few of them are enough. */
  heavy?: true
}

export const GOOD_PICTURE = {
  name: 'good.svg',
  write: (path: string) => writeFileSync(path, drawing('<circle cx="800" cy="800" r="700"/>')),
}

/** None of them may be accepted as a picture. */
export const HOSTILE_PICTURES: readonly HostilePicture[] = [
  { name: 'pipe.png', write: (path) => void execFileSync('mkfifo', [path]) },
  { name: 'password.png', write: (path) => symlinkSync('/etc/passwd', path) },
  { name: 'zero.png', write: (path) => symlinkSync('/dev/zero', path) },
  { name: 'loop.png', write: (path) => symlinkSync(path, path) },
  { name: 'folder.png', write: (path) => void mkdirSync(path) },
  { name: 'none.png', write: () => {} },
  { name: 'empty.png', write: (path) => writeFileSync(path, '') },
  { name: 'text.png', write: (path) => writeFileSync(path, '<script>alert(1)</script>') },
  {
    name: 'huge.png',
    write: (path) => {
      const file = openSync(path, 'w')
      ftruncateSync(file, 5 * 2 ** 30)
      closeSync(file)
    },
  },
  {
    name: 'cut.png',
    write: async (path) => {
      const whole = await noise()
      writeFileSync(path, whole.subarray(0, whole.length / 2))
    },
  },
  {
    name: 'flat.png',
    write: async (path) => {
      const flat = { width: 10_000, height: 10_000, channels: 3 as const, background: 'navy' }
      await sharp({ create: flat, limitInputPixels: false }).png().toFile(path)
    },
  },
  { name: 'side.svg', write: (path) => writeFileSync(path, drawing('', 1e9)) },
  { name: 'strip.svg', write: (path) => writeFileSync(path, drawing('').replace('width="1600"', 'width="1"')) },
  { name: 'half.svg', write: (path) => writeFileSync(path, drawing('<rect').slice(0, -9)) },
  {
    name: 'entities.svg',
    write: (path) => writeFileSync(path, `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]>${drawing('<text>&e9;</text>')}`),
  },
  { name: 'blur.svg', heavy: true, write: (path) => writeFileSync(path, filtered('<feGaussianBlur stdDeviation="300"/>'.repeat(200))) },
  { name: 'grow.svg', heavy: true, write: (path) => writeFileSync(path, filtered('<feMorphology operator="dilate" radius="400"/>'.repeat(4))) },
  { name: 'uses.svg', heavy: true, write: (path) => writeFileSync(path, drawing(`<defs><rect id="u0" width="9" height="9"/>${uses}</defs><use xlink:href="#u12"/>`)) },
  { name: 'layers.svg', heavy: true, write: (path) => writeFileSync(path, drawing('<rect width="1600" height="1600" opacity=".5"/>'.repeat(100_000))) },
] // prettier-ignore
