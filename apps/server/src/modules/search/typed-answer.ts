import type { ApplicationHit, PartnerHit, SearchAnswer } from '@marketplace/contracts/search/schemas'
import type { SearchHit, SearchResult } from '@marketplace/contracts/search/protocol'
import { paths } from '@marketplace/contracts/pages/paths'
import type { Variant } from '@marketplace/contracts/core/variants'
import { monogram } from '@marketplace/domain/monogram'
import { isListed, isService } from '@marketplace/domain/visibility'
import type { SearchPort } from '../../ports/search.ts'
import { type CatalogueSnapshot, makerOf } from '../catalogue/index.ts'
import type { PartnersSnapshot } from '../partners/index.ts'
import { picturePath } from '../pictures/index.ts'
import { ask } from './ask.ts'
import { APPS, PARTNERS } from './indexes.ts'
import { isAsTyped } from './is-missing.ts'
import { partsOf } from './marked-text.ts'
import { readPartnerId } from './partner-record.ts'
import { plainLine } from './plain-long-text.ts'

export type AnswerContext = { snapshot: CatalogueSnapshot; partners: PartnersSnapshot; variant: Variant; now: Date }

/** The width of a picture in a hit: twice its CSS pixels. */
const ICON_WIDTH = 128

const pictureOf = (id: string | null, name: string, brandColor: string | null): Pick<ApplicationHit, 'icon' | 'monogram'> =>
  id === null ? { icon: null, monogram: monogram(name, brandColor) } : { icon: picturePath(id, ICON_WIDTH), monogram: null }

/** A hit with the application's current data. Empty if the variant's lists no longer contain it, even if the index still does. */
const applicationHit = (hit: SearchHit, { snapshot, variant, now }: AnswerContext): ApplicationHit[] => {
  const entry = snapshot.byId.get(hit.objectID)
  if (!entry || !isListed(entry, variant, now)) return []
  const service = isService(entry)
  const company = makerOf(entry, snapshot)
  return [
    {
      id: entry.id,
      slug: entry.slug,
      href: service ? paths.service(entry.slug) : paths.underApps(entry.slug),
      name: partsOf(hit, 'name', plainLine(entry.name)),
      developer: company === null ? null : plainLine(company),
      shortDescription: partsOf(hit, 'shortDescription', plainLine(entry.shortDescription ?? '')),
      category: entry.categoryId === null ? null : (snapshot.categoryById.get(entry.categoryId)?.name ?? null),
      ...pictureOf(entry.iconId, entry.name, entry.brandColor),
      service,
    },
  ]
}

const partnerHit = (hit: SearchHit, { snapshot, partners }: AnswerContext): PartnerHit[] => {
  const { kind, id } = readPartnerId(hit.objectID) ?? { kind: null, id: '' }
  if (kind === 'expert') {
    const expert = partners.expertById.get(id)
    if (!expert) return []
    return [
      {
        id,
        kind,
        href: paths.expert(expert.slug),
        name: partsOf(hit, 'name', plainLine(expert.name)),
        description: partsOf(hit, 'shortDescription', plainLine(expert.headline ?? '')),
        ...pictureOf(expert.logoId, expert.name, expert.brandColor),
      },
    ]
  }
  const developer = kind === 'developer' ? snapshot.developerById.get(id) : undefined
  if (!developer) return []
  return [
    {
      id,
      kind: 'developer',
      href: paths.developer(developer.slug),
      name: partsOf(hit, 'name', plainLine(developer.name)),
      description: partsOf(hit, 'shortDescription', plainLine(developer.description ?? '')),
      ...pictureOf(null, developer.name, null),
    },
  ]
}

type Typed = { text: string; limit: number; variant: Variant; caller: string }

/** The suggestions of the search field for a text, at most `limit` hits in each section. */
export const answerText = async (
  port: SearchPort,
  { text, limit, variant, caller }: Typed,
  current: () => Omit<AnswerContext, 'variant'>,
): Promise<SearchAnswer> => {
  const question = { text, variant: variant.name, limit, highlight: ['name', 'shortDescription'] }
  const [apps, partners] = await ask(
    port,
    [
      [APPS.name, question],
      [PARTNERS.name, question],
    ],
    caller,
  )
  const isNearest = async (index: string, answer: SearchResult): Promise<boolean> =>
    answer.nbHits > 0 && !(await isAsTyped(port, index, question, answer, caller))
  const [nearestApps, nearestPartners] = await Promise.all([isNearest(APPS.name, apps), isNearest(PARTNERS.name, partners)])
  // Read after the index has answered, because a hosted index takes a while and the catalogue may have changed meanwhile.
  const context: AnswerContext = { ...current(), variant }
  return {
    query: text,
    apps: { total: apps.nbHits, nearest: nearestApps, hits: apps.hits.flatMap((hit) => applicationHit(hit, context)) },
    partners: {
      total: partners.nbHits,
      nearest: nearestPartners,
      hits: partners.hits.flatMap((hit) => partnerHit(hit, context)),
    },
  }
}
