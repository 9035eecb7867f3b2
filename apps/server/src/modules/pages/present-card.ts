import { createRecentMap } from '../../core/recent-map.ts'
import type { Badge, CardData, PageIcon, PageImage } from '@marketplace/contracts/pages/parts'
import { monogram } from '@marketplace/domain/monogram'
import { priceText } from '@marketplace/domain/pricing'
import { isService } from '@marketplace/domain/visibility'
import { type CatalogueEntry, type CatalogueSnapshot, makerOf, nextChangeOf } from '../catalogue/index.ts'
import { picturePath, pictureSrcset } from '../pictures/index.ts'
import { paths } from '@marketplace/contracts/pages/paths'

/** The icon, or a monogram if there is none. `size` is its size on the page in CSS px. */
export const iconOf = (
  { iconId, name, brandColor }: Pick<CatalogueEntry, 'iconId' | 'name' | 'brandColor'>,
  size: 56 | 96,
): PageIcon => {
  if (!iconId) {
    const { letters, colour, ink } = monogram(name, brandColor)
    return { kind: 'monogram', letters, colour, ink }
  }
  const srcset = pictureSrcset(iconId, 256, size === 56 ? [64, 128] : [128, 256])
  return {
    kind: 'image',
    image: { src: picturePath(iconId, size === 56 ? 64 : 128), srcset, width: size, height: size, alt: '' },
  }
}

/** A screenshot with an aspect ratio of 16:10, so that the page reserves its space. */
export const screenshotOf = (id: string, width: 480 | 1600, alt: string): PageImage => ({
  src: picturePath(id, width),
  srcset: pictureSrcset(id, 1600, width === 480 ? [480, 960] : [960, 1600]),
  width,
  height: (width * 10) / 16,
  alt,
})

export const badgesOf = ({
  customProps,
  underMaintenance,
}: Pick<CatalogueEntry, 'customProps' | 'underMaintenance'>): Badge[] => [
  ...(customProps.verified === 'true' ? (['verified'] as const) : []),
  ...(customProps.isAiPowered === 'true' ? (['ai-powered'] as const) : []),
  ...(underMaintenance ? (['under-maintenance'] as const) : []),
]

/** The mean of the votes with one decimal; null without votes. */
export const ratingOf = (rating: CatalogueEntry['rating']) =>
  rating.votes === 0 ? null : { rate: Math.round(rating.rate * 10) / 10, votes: rating.votes }

export const pathOfApplication = (entry: Pick<CatalogueEntry, 'slug' | 'customProps'>): string =>
  isService(entry) ? paths.service(entry.slug) : paths.underApps(entry.slug)

type KeptCard = { card: CardData; entry: CatalogueEntry; maker: string | null; until: Date | null }
/** The number of cached cards is limited, because cards take memory and most are seldom shown. */
const cards = createRecentMap<string, KeptCard>(5_000)

/**
 * The card of an application or service. Returns the same object until it changes, so that values computed from a card can be
 * cached by it.
 */
export const cardOf = (entry: CatalogueEntry, snapshot: CatalogueSnapshot, now: Date): CardData => {
  // Recorded as a read, because any change of the entry may change its card.
  snapshot.byId.get(entry.id)
  const maker = makerOf(entry, snapshot)
  const known = cards.get(entry.id)
  if (known && known.entry === entry && known.maker === maker && (!known.until || now < known.until)) return known.card
  const card = makeCard(entry, maker, now)
  cards.set(entry.id, { card, entry, maker, until: nextChangeOf(entry, now) })
  return card
}

const makeCard = (entry: CatalogueEntry, developer: string | null, now: Date): CardData => ({
  id: entry.id,
  slug: entry.slug,
  href: pathOfApplication(entry),
  name: entry.name,
  developer,
  shortDescription: entry.shortDescription ?? '',
  icon: iconOf(entry, 56),
  rating: ratingOf(entry.rating),
  price: priceText(entry.payment, entry.customProps, now),
  badges: badgesOf(entry),
})
