// A hostile catalogue, with good lines among the bad ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueLine } from '@marketplace/testkit/line'
import type { Random } from '../../../bench/catalogue/random.ts'
import { GOOD_PICTURE, HOSTILE_PICTURES } from './hostile-pictures.ts'
import { halvedText, repeatedText, scriptText } from './hostile-texts.ts'

/** `told` matches the remark of the import's report on the line; null if the report need not mention it. */
type HostileLine = { text: string | Buffer; slug: string | null; told: RegExp | null }

export type HostileCatalogue = {
  path: string
  /** Slugs that must exist after the import, with their picture. */
  good: string[]
  /** Slugs that may exist, with a harmless page. */
  hostile: string[]
  /** The required remarks of the report, by line number. */
  told: Map<number, RegExp>
}

const REFUSED = /./
const BROKEN = ['{"slug":"x', '', ' ', '[]', 'null', '"x"', '{}', '{"slug":1}', '{"slug":"x"}', '\u0000', '\ufeff{}', '{"slug":"X Y","name":"x"}', '{"slug":"settings","name":"x"}'] // prettier-ignore
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'length']
const FIELDS = ['name', 'shortDescription', 'longDescription', 'changelog', 'summary', 'features', 'company', 'tags', 'category', 'icon', 'screenshots', 'payment', 'customProps', 'websiteUrl'] // prettier-ignore

/** Writes a catalogue and its pictures into the folder. The slugs begin with `prefix`. */
export const writeHostileCatalogue = async (folder: string, prefix: string, random: Random): Promise<HostileCatalogue> => {
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  GOOD_PICTURE.write(join(folder, 'pictures', GOOD_PICTURE.name))
  for (const picture of HOSTILE_PICTURES) await picture.write(join(folder, 'pictures', picture.name))

  let count = 0
  const slugOf = () => `${prefix}-${count++}`
  const good = (): HostileLine => {
    const slug = slugOf()
    return { text: JSON.stringify(catalogueLine(slug, { icon: `pictures/${GOOD_PICTURE.name}` })), slug, told: null }
  }
  const hostile = (fields: Record<string, unknown>, told: RegExp | null = null): HostileLine => {
    const slug = slugOf()
    return { text: JSON.stringify(catalogueLine(slug, fields)), slug, told }
  }
  const refused = (text: string | Buffer): HostileLine => ({ text, slug: null, told: REFUSED })
  const picture = ({ name }: { name: string }) => hostile({ icon: `pictures/${name}` }, new RegExp(`picture pictures/${name} `))
  const script = () => scriptText(random)
  const named = (name: string, value: string) => {
    const slug = slugOf()
    return { text: `{"slug":"${slug}","name":"X","${name}":${value},"customProps":{"${name}":"x"}}`, slug, told: null }
  }

  const twice = slugOf()
  const entries: HostileLine[] = [
    hostile({ longDescription: repeatedText(random) }),
    hostile({ changelog: halvedText(random) }),
    hostile({ shortDescription: repeatedText(random), summary: halvedText(random), features: [{ title: 'x', description: repeatedText(random) }] }),
    ...Array.from({ length: 8 }, () => hostile({ longDescription: script(), shortDescription: script(), name: 'x', company: { name: `c ${random.int(0, 9)}`, description: script() }, features: [{ title: script() }] })),
    ...Array.from({ length: 5 }, () => hostile({ [random.pick(FIELDS)]: random.pick<unknown>([null, 1, -1e308, [], [[]], {}, '', script(), [script()], { name: script() }, true]) })),
    ...random.some(HOSTILE_PICTURES.filter(({ heavy }) => !heavy), 5).map(picture),
    picture(random.pick(HOSTILE_PICTURES.filter(({ heavy }) => heavy))),
    ...random.some(NAMES, 2).map((name) => named(name, random.pick(['{"a":1}', '1', 'null', '"x"', '[[]]']))),
    { text: JSON.stringify(catalogueLine(twice)), slug: twice, told: null },
    refused(JSON.stringify(catalogueLine(twice, { name: 'Again' }))),
    refused(random.pick(BROKEN.filter((text) => text.trim() !== ''))),
    refused(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
    refused(random.pick([
      `{"slug":"${prefix}-deep","name":"x","deep":${'['.repeat(1_000_000)}`,
      `{"slug":"${prefix}-wide","name":"x","wide":[${'{},'.repeat(500_000)}{}]}`,
      `{"slug":"${prefix}-long","name":"x","long":"${'a'.repeat(300_000)}"}`,
      'a'.repeat(17 * 1024 * 1024),
    ])),
  ] // prettier-ignore

  const mixed = random.some(entries, entries.length).flatMap((entry) => [entry, good()])
  const path = join(folder, 'catalogue.jsonl')
  writeFileSync(path, Buffer.concat(mixed.flatMap(({ text }) => [Buffer.from(text), Buffer.from('\n')])))
  return {
    path,
    good: mixed.flatMap(({ slug }, place) => (slug && place % 2 === 1 ? [slug] : [])),
    hostile: mixed.flatMap(({ slug }, place) => (slug && place % 2 === 0 ? [slug] : [])),
    told: new Map(mixed.flatMap(({ told }, place) => (told ? [[place + 1, told] as const] : []))),
  }
}
