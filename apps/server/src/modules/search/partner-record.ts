import type { VariantName } from '@marketplace/contracts/variants'
import { DEVELOPER_FACETS, EXPERT_FACETS } from '@marketplace/domain/facets'
import type { IndexRecord } from '../../adapters/embedded-search/index-definition.ts'
import type { DeveloperRecord } from '../catalogue/index.ts'
import type { ExpertRecord } from '../partners/index.ts'
import { picturePath } from '../pictures/index.ts'
import { facetsOf } from './facets-of.ts'
import { plainLine, plainLongText } from './plain-long-text.ts'

export type PartnerKind = 'expert' | 'developer'

/** The id of a partner in the index: experts and developers have ids of their own. */
export const partnerId = (kind: PartnerKind, id: string): string => `${kind}-${id}`

/** Whom an id of the index stands for; null for an id that is none. */
export const readPartnerId = (objectID: string): { kind: PartnerKind; id: string } | null => {
  const [, kind, id] = /^(expert|developer)-([^]+)$/.exec(objectID) ?? []
  return kind && id ? { kind: kind as PartnerKind, id } : null
}

type Partner = {
  kind: PartnerKind
  record: { id: string; slug: string; name: string; website: string | null }
  icon: string | null
  short: string
  long: string
  facets: Readonly<Record<string, readonly string[]>>
  verified: boolean
  recommended: boolean
  products: number
  variants: readonly VariantName[]
}

const partnerRecord = ({
  kind,
  record,
  icon,
  short,
  long,
  facets,
  verified,
  recommended,
  products,
  variants,
}: Partner): IndexRecord => {
  const name = plainLine(record.name)
  const own = { ...facets, verified: [String(verified)], recommended: [String(recommended)], kind: [kind], variants }
  return {
    document: {
      id: partnerId(kind, record.id),
      fields: { name, shortDescription: short, longDescription: long },
      order: Number(recommended),
      installations: products,
      facets: { ...own, hidden: ['false'] },
      numbers: { products },
      sortKeys: {},
    },
    hit: () => ({
      kind,
      id: record.id,
      slug: record.slug,
      name,
      shortDescription: short,
      icon,
      website: record.website,
      ...facets,
      country: facets.country?.[0] ?? null,
      verified,
      recommended,
      products,
      hidden: false,
      variants,
    }),
  }
}

/** A partner expert as the search has it. `products` is how many applications it sets up. */
export const expertRecord = (expert: ExpertRecord, variants: readonly VariantName[], publicUrl: string): IndexRecord =>
  partnerRecord({
    kind: 'expert',
    record: expert,
    icon: expert.logoId && `${publicUrl}${picturePath(expert.logoId, 256)}`,
    short: plainLine(expert.headline ?? ''),
    long: plainLongText({ html: expert.descriptionHtml, given: expert.description }),
    facets: facetsOf(expert, EXPERT_FACETS),
    verified: expert.verified,
    recommended: expert.recommended,
    products: expert.applications.length,
    variants,
  })

/** What is listed of a developer. */
export type Listed = { products: number; verified: boolean; variants: readonly VariantName[] }

/** A developer as the search has it. */
export const developerRecord = (developer: DeveloperRecord, { products, verified, variants }: Listed): IndexRecord =>
  partnerRecord({
    kind: 'developer',
    record: developer,
    icon: null,
    short: plainLongText({ html: null, given: developer.description }),
    long: '',
    facets: facetsOf(developer, DEVELOPER_FACETS),
    verified,
    recommended: false,
    products,
    variants,
  })
