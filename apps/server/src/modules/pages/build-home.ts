import { COLLECTIONS } from '@marketplace/contracts/catalogue/collections'
import { HIGHLIGHT_TAGS, type HighlightTag } from '@marketplace/contracts/core/enumerations'
import type { HomePage } from '@marketplace/contracts/pages/lists'
import { highlights } from '@marketplace/domain/collections'
import { monogram } from '@marketplace/domain/monogram'
import { homeTitle } from '@marketplace/domain/titles'
import type { CatalogueEntry } from '../catalogue/index.ts'
import { categoryLinks, landingLinks, listedFor } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { firstOf } from './filterable-list.ts'
import { countListed, listOf, type PageContext, taggedEntries } from './lists.ts'
import { metaOf } from './page-meta.ts'
import { paths } from '@marketplace/contracts/pages/paths'
import { expertList } from './partner-lists.ts'
import { cardOf, screenshotOf } from './present-card.ts'
import { cardOfExpert } from './present-expert.ts'

const LABELS: Record<HighlightTag, string> = {
  'app-of-the-week': 'App of the week',
  'app-of-the-month': 'App of the month',
  'app-of-the-month-right': 'Also this month',
  'monthly-highlights': 'This month’s highlight',
}

/** The number of cards in each collection on the home page. */
const ROW = 4

export const buildHome = (context: PageContext): BuiltPage<HomePage> => {
  const { snapshot, variant, now } = context
  const listed = countListed(context, 'applications')
  const cards = (entries: readonly CatalogueEntry[]) => entries.map((entry) => cardOf(entry, snapshot, now))
  return {
    status: 200,
    until: null,
    result: {
      kind: 'home',
      meta: metaOf(context, {
        title: homeTitle(variant.product),
        description: `Find, compare and add apps that work with ${listedFor(variant)}: ${listed} applications, with honest prices and ratings.`,
        path: paths.home(),
      }),
      applicationCount: listed,
      highlights: highlights(taggedEntries(context, HIGHLIGHT_TAGS), now).map(({ tag, application }) => ({
        tag,
        label: LABELS[tag],
        card: cardOf(application, snapshot, now),
        image: application.firstScreenshotId ? screenshotOf(application.firstScreenshotId, 480, '') : null,
        colour: monogram(application.name, application.brandColor).colour,
      })),
      collections: COLLECTIONS.flatMap((collection) => {
        const { slug, name, description } = collection
        const first = firstOf(listOf(context, { kind: 'collection', collection }), ROW)
        return first.length === 0 ? [] : [{ link: { name, href: paths.underApps(slug) }, description, cards: cards(first) }]
      }),
      categories: categoryLinks(context, []),
      landings: landingLinks(context),
      services: cards(firstOf(listOf(context, { kind: 'services' }), ROW)),
      experts: firstOf(expertList(context, 'all'), ROW).map(cardOfExpert),
    },
  }
}
