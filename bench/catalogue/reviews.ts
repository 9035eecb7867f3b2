import { mix, seeded } from './random.ts'
import { capitalized, inventLanguage, inventWord } from './words.ts'

export type InventedReview = { rate: number; name: string; review: string | null; createdAt: Date }

const DAY_MS = 24 * 60 * 60 * 1_000
const FIRST_DAY = Date.UTC(2025, 0, 1)

/** Invents the reviews of an application by its position in the catalogue: most have none, some have many. */
export const inventReviews = (seed: number) => {
  const language = inventLanguage(seed)
  return (place: number): InventedReview[] => {
    const random = seeded(mix(seed, 4, place))
    return Array.from({ length: random.length(1, 1.3, [0, 60]) }, () => ({
      rate: random.pick([1, 2, 3, 4, 4, 5, 5, 5]),
      name: `${capitalized(inventWord(random, 2))} ${capitalized(inventWord(random, 1))}`,
      review: random.chance(0.7) ? language.sentences(random, random.length(140, 0.7, [10, 1_500])) : null,
      createdAt: new Date(FIRST_DAY + random.int(0, 300) * DAY_MS),
    }))
  }
}
