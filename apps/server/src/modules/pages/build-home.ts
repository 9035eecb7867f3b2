import { BRAND } from '@marketplace/contracts/brand'
import { COLLECTIONS } from '@marketplace/contracts/collections'
import type { HighlightTag } from '@marketplace/contracts/enumerations'
import type { HomePage } from '@marketplace/contracts/page-data'
import { highlights } from '@marketplace/domain/collections'
import { monogram } from '@marketplace/domain/monogram'
import { homeTitle } from '@marketplace/domain/titles'
import { categoryLinks } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { listedApplications, type PageContext, sortedList } from './lists.ts'
import { metaOf } from './page-meta.ts'
import { paths } from '@marketplace/contracts/paths'
import { cardOf, screenshotOf } from './present-card.ts'

const LABELS: Record<HighlightTag, string> = {
  'app-of-the-week': 'App of the week',
  'app-of-the-month': 'App of the month',
  'app-of-the-month-right': 'Also this month',
  'monthly-highlights': 'This month’s highlight',
}

/** How many cards a collection shows on the home page. */
const ROW = 4

export const buildHome = (context: PageContext): BuiltPage<HomePage> => {
  const { snapshot, variant, now } = context
  const listed = listedApplications(context)
  const product = BRAND.products[variant.product]
  return {
    status: 200,
    until: listed.until,
    result: {
      kind: 'home',
      meta: metaOf(context, {
        title: homeTitle(variant.product),
        description: `Find, compare and add apps that work with ${product}: ${listed.value.length} applications, with honest prices and ratings.`,
        path: paths.home(),
      }),
      applicationCount: listed.value.length,
      highlights: highlights(listed.value, now).map(({ tag, application }) => ({
        tag,
        label: LABELS[tag],
        card: cardOf(application, snapshot, now),
        image: application.firstScreenshotId ? screenshotOf(application.firstScreenshotId, 480, '') : null,
        colour: monogram(application.name, application.brandColor).colour,
      })),
      collections: COLLECTIONS.flatMap((collection) => {
        const members = sortedList(
          context,
          { kind: 'collection', collection },
          collection.rule.kind === 'newest' ? 'published' : 'recommended',
        )
        if (members.value.length === 0) return []
        const cards = members.value.slice(0, ROW).map((entry) => cardOf(entry, snapshot, now))
        return [
          { link: { name: collection.name, href: paths.underApps(collection.slug) }, description: collection.description, cards },
        ]
      }),
      categories: categoryLinks(context, null),
    },
  }
}
