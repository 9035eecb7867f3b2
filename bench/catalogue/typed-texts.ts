import { mix, seeded } from './random.ts'

/** The search begins to look at so many letters. */
const SHORTEST = 2
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** What stands in the search field while names are typed, letter by letter; one name of four with a wrong letter. */
export const typedTexts = (names: readonly string[], seed: number): string[] => {
  const random = seeded(mix(seed, 7))
  const texts = names.flatMap((name) => {
    const place = random.int(1, name.length - 1)
    const typed = random.chance(0.25) ? name.slice(0, place) + random.pick([...LETTERS]) + name.slice(place + 1) : name
    return Array.from({ length: typed.length - SHORTEST + 1 }, (_, more) => typed.slice(0, SHORTEST + more).toLowerCase())
  })
  return [...new Set(texts.map((text) => text.trim()))]
}
