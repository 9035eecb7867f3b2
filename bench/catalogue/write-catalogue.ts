import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ICONS, inventApplications } from './applications.ts'
import { mix, seeded } from './random.ts'
import { COLOURS } from './values.ts'

const SIZE = 256

const drawIcon = (number: number, seed: number): string => {
  const random = seeded(mix(seed, 5, number))
  const shapes = Array.from({ length: random.int(2, 4) }, () => {
    const [x, y, side] = [random.int(40, 130), random.int(40, 130), random.int(40, 100)]
    return `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="${random.int(0, 50)}" fill="${random.pick(COLOURS)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><rect width="${SIZE}" height="${SIZE}" rx="56" fill="#eee"/>${shapes.join('')}</svg>`
}

/** The written catalogue: its file, the slugs in their order, and samples for requests. */
export type WrittenCatalogue = { path: string; slugs: string[]; sample: CatalogueSample }
/**
 * Samples spread evenly over the catalogue: paths and names of listed applications, and words of their descriptions. Also the
 * slugs of categories, each with the number of its listed applications.
 */
export type CatalogueSample = {
  applications: string[]
  names: string[]
  words: string[]
  categories: [slug: string, count: number][]
}

/** The number of sampled applications. */
const SAMPLED = 200
const SAMPLED_NAMES = 1_000
const SAMPLED_WORDS = 600
/** Shorter words occur in every sentence, so nobody searches for them. */
const SHORTEST_WORD = 4

/** Writes an invented catalogue and its icons into a folder, for the import. */
export const writeCatalogue = async (folder: string, count: number, seed: number): Promise<WrittenCatalogue> => {
  await mkdir(join(folder, 'pictures'), { recursive: true })
  for (let number = 1; number <= ICONS; number++)
    await writeFile(join(folder, `pictures/icon-${number}.svg`), drawIcon(number, seed))
  const path = join(folder, 'catalogue.jsonl')
  const slugs: string[] = []
  const listed: { slug: string; name: string; description: string }[] = []
  const categories = new Map<string, number>()
  const lines = function* () {
    for (const line of inventApplications(count, seed)) {
      slugs.push(line.slug)
      if (!line.hidden && !line.underMaintenance && line.customProps?.isService !== 'true') {
        listed.push({ slug: line.slug, name: line.name ?? line.slug, description: line.shortDescription ?? '' })
        const category = line.category?.slug ?? ''
        categories.set(category, (categories.get(category) ?? 0) + 1)
      }
      yield `${JSON.stringify(line)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  const applications = evenly(listed, SAMPLED).map(({ slug }) => `/apps/${slug}/`)
  const names = evenly(listed, SAMPLED_NAMES).map(({ name }) => name)
  const words = evenly(wordsOf(evenly(listed, SAMPLED).map(({ description }) => description)), SAMPLED_WORDS)
  return { path, slugs, sample: { applications, names, words, categories: [...categories] } }
}

/** The distinct words of some texts, in lower case. */
const wordsOf = (texts: readonly string[]): string[] => {
  const words = texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? [])
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD)
}

/** At most this many elements, evenly spaced. */
const evenly = <T>(all: readonly T[], count: number): T[] => {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, number) => all[Math.floor(number * step)] as T)
}
