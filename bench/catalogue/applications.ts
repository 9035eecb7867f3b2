import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import { PLACEMENTS, SERVICE_TYPES } from '@marketplace/contracts/core/enumerations'
import { slugify } from '@marketplace/domain/slugs'
import { mix, type Random, seeded, zipf } from './random.ts'
import { CATEGORY_WEIGHTS, COLLECTION_SLUGS, COLOURS, COUNTRIES, INDUSTRIES, LANGUAGES, PRICES, SCOPES } from './values.ts'
import { capitalized, inventLanguage, inventWord, type Language } from './words.ts'

/** The number of different icons, see pictures.ts. */
export const ICONS = 24

const DAY_MS = 24 * 60 * 60 * 1_000
/** The first day of a publication, and the number of days with publications. */
const FIRST_DAY = Date.UTC(2019, 0, 1)
const DAYS = 6 * 365

const CATEGORIES = CATEGORY_WEIGHTS.flatMap(([slug, name, weight]) => Array.from({ length: weight }, () => ({ slug, name })))

/**
 * Invents a catalogue of `count` applications; the same seed gives the same catalogue. Texts have the lengths of real catalogues.
 * A few developers have many applications, most have one. Some applications are hidden, under maintenance, or services.
 */
export const inventApplications = function* (count: number, seed = 1): Generator<CatalogueLine> {
  const language = inventLanguage(seed)
  const developers = Math.max(1, Math.ceil(count / 2))
  const drawDeveloper = zipf(developers, 0.9)
  const taken = new Set(CATEGORIES.map(({ slug }) => slug))
  for (let index = 0; index < count; index++) {
    const random = seeded(mix(seed, 2, index))
    const name = inventName(random)
    let slug = slugify(name)
    for (let number = 2; taken.has(slug); number++) slug = `${slugify(name)}-${number}`
    taken.add(slug)
    yield inventApplication(random, language, { slug, name, company: inventCompany(seed, drawDeveloper(random)) })
  }
}

const inventName = (random: Random): string => {
  const words = Array.from({ length: random.chance(0.3) ? 1 : 2 }, () => capitalized(inventWord(random, random.int(2, 3))))
  return words.join(' ')
}

const inventCompany = (seed: number, number: number) => {
  const random = seeded(mix(seed, 3, number))
  // The number makes the name unique, however short the words are.
  const name = `${capitalized(inventWord(random, 2))} ${number + 1}`
  const site = `${slugify(name)}.example`
  return { name, website: `https://${site}`, email: `support@${site}`, country: random.pick(COUNTRIES) }
}

type Identity = { slug: string; name: string; company: ReturnType<typeof inventCompany> }

const inventApplication = (random: Random, language: Language, { slug, name, company }: Identity): CatalogueLine => {
  const service = random.chance(0.04)
  const published = new Date(FIRST_DAY + random.int(0, DAYS - 1) * DAY_MS)
  const payment = inventPayment(random)
  return {
    slug,
    name,
    product: random.chance(0.2) ? 'helpdesk' : 'livechat',
    category: random.pick(CATEGORIES),
    shortDescription: language.sentences(random, random.int(20, 90)).slice(0, 160),
    longDescription: language.markdown(random, random.length(1_700, 0.9, [60, 30_000])),
    ...(random.chance(0.3) && { changelog: language.markdown(random, random.length(400, 0.8, [60, 5_000])) }),
    company,
    websiteUrl: `${company.website}/${slug}`,
    privacyPolicyUrl: `${company.website}/privacy`,
    ...(random.chance(0.5) && { tutorialUrl: `${company.website}/${slug}/guide` }),
    brandColor: random.pick(COLOURS),
    ...(random.chance(0.7) && { icon: `pictures/icon-${random.int(1, ICONS)}.svg` }),
    features: titled(random, language, random.int(0, 12)),
    benefits: titled(random, language, random.int(0, 4)),
    triggers: random.chance(0.2) ? titled(random, language, random.int(1, 6)) : [],
    authorization: { type: random.chance(0.7) ? 'oauth' : 'none', scopes: random.some(SCOPES, random.int(0, 5)) },
    version: `${random.int(1, 4)}.${random.int(0, 20)}`,
    languages: random.some(LANGUAGES, random.int(1, 4)),
    industries: random.some(INDUSTRIES, random.int(0, 3)),
    types: service ? random.some(SERVICE_TYPES, 1) : [],
    country: company.country,
    collections: random.chance(0.1) ? random.some(COLLECTION_SLUGS, 1) : [],
    hidden: random.chance(0.02),
    underMaintenance: random.chance(0.01),
    publishedAt: published.toISOString(),
    updatedAt: new Date(published.getTime() + random.int(0, 300) * DAY_MS).toISOString(),
    installations: random.length(300, 1.6, [0, 2_000_000]),
    rating: inventRating(random),
    payment,
    plans: payment && random.chance(0.2) ? inventPlans(random, payment.price) : [],
    widgets: random
      .some(PLACEMENTS, random.int(0, 3))
      .map((placement) => ({ placement, url: `${company.website}/${placement}` })),
    customProps: {
      ...(service && { isService: 'true' }),
      ...(random.chance(0.35) && { verified: 'true' }),
      ...(random.chance(0.2) && { isAiPowered: 'true' }),
      ...(random.chance(0.05) && { internalProduct: 'true' }),
      ...(random.chance(0.1) && { order: random.int(1, 100) }),
      ...(payment && random.chance(0.06) && { discountFrom: '2020-01-01', discountTo: '2099-12-31', discountPercent: 20 }),
    },
  }
}

const titled = (random: Random, language: Language, count: number) =>
  Array.from({ length: count }, () => ({
    title: language.phrase(random, random.int(2, 5)),
    description: language.sentences(random, random.int(10, 90)),
  }))

const inventPayment = (random: Random): CatalogueLine['payment'] => {
  const kind = random.next()
  if (kind < 0.45) return null
  const price = random.pick(PRICES)
  if (kind < 0.6) return { price, frequency: 'once' }
  return { price, frequency: 'monthly', perAccount: kind > 0.82, trialDays: random.pick([0, 0, 14, 30]) }
}

const inventPlans = (random: Random, price: number) =>
  ['Basic', 'Team', 'Business'].map((name, tier) => ({
    name,
    billingCycle: 'pay-monthly' as const,
    pricingType: random.chance(0.5) ? ('per-agent' as const) : ('per-organization' as const),
    price: price * (tier + 1),
  }))

/** Votes for one to five stars, with more high ones. A third of the applications has no votes. */
const inventRating = (random: Random): CatalogueLine['rating'] => {
  if (random.chance(0.33)) return null
  const histogram = [1, 1, 2, 5, 8].map((weight) => Math.floor(random.length(1, 1.2, [0, 40]) * weight))
  const votes = histogram.reduce((sum, count) => sum + count, 0)
  if (votes === 0) return null
  const stars = histogram.reduce((sum, count, place) => sum + count * (place + 1), 0)
  return { rate: Math.round((stars / votes) * 100) / 100, votes, histogram }
}
