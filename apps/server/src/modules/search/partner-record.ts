import type { VariantName } from '@marketplace/contracts/core/variants'
import { DEVELOPER_FACETS, EXPERT_FACETS } from '@marketplace/domain/facets'
import { isShownExpert } from '@marketplace/domain/visibility'
import type { SearchDocument } from '@marketplace/search/document'
import type { CatalogueEntry, DeveloperRecord } from '../catalogue/index.ts'
import type { ExpertRecord } from '../partners/index.ts'
import { picturePath } from '../pictures/index.ts'
import { facetsOf } from './facets-of.ts'
import { groupsOf, groupsWhere, variantsIn } from './listings.ts'
import { plainLine, plainLongText } from './plain-long-text.ts'

export type PartnerKind = 'expert' | 'developer'

/** The id of a partner in the index. An expert and a developer may have the same id, so a prefix distinguishes them. */
export const partnerId = (kind: PartnerKind, id: string): string => `${kind}-${id}`

/** The expert or developer of an id in the index; null for any other text. */
export const readPartnerId = (objectID: string): { kind: PartnerKind; id: string } | null => {
  const [, kind, id] = /^(expert|developer)-([^]+)$/.exec(objectID) ?? []
  return kind && id ? { kind: kind as PartnerKind, id } : null
}

/** An expert or developer with all fields that the search uses. */
export type Partner = {
  kind: PartnerKind
  record: { id: string; slug: string; name: string; website: string | null }
  icon: string | null
  short: string
  long: () => string
  facets: Readonly<Record<string, readonly string[]>>
  verified: boolean
  recommended: boolean
  /** The number of applications that an expert sets up or a developer has made. */
  products: number
  variants: readonly VariantName[]
}

export const partnerDocument = (partner: Partner): SearchDocument => {
  const { kind, record, short, long, facets, verified, recommended, products, variants } = partner
  return {
    id: partnerId(kind, record.id),
    fields: { name: plainLine(record.name), shortDescription: short, longDescription: long() },
    order: Number(recommended),
    installations: products,
    facets: {
      ...facets,
      verified: [String(verified)],
      recommended: [String(recommended)],
      kind: [kind],
      variants,
      hidden: ['false'],
    },
    numbers: { products },
    sortKeys: {},
  }
}

/** The fields of a partner that hits show. */
export const partnerFields = (partner: Partner): Readonly<Record<string, unknown>> => {
  const { kind, record, icon, short, facets, verified, recommended, products, variants } = partner
  return {
    kind,
    id: record.id,
    slug: record.slug,
    name: plainLine(record.name),
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
  }
}

/** The short texts of a partner, which hits highlight. */
export const partnerTexts = ({ record, short }: Partner): Readonly<Record<string, string>> => ({
  name: plainLine(record.name),
  shortDescription: short,
})

/** A partner expert as a search record. */
export const expertPartner = (expert: ExpertRecord, publicUrl: string): Partner => ({
  kind: 'expert',
  record: expert,
  icon: expert.logoId && `${publicUrl}${picturePath(expert.logoId, 256)}`,
  short: plainLine(expert.headline ?? ''),
  long: () => plainLongText({ html: expert.descriptionHtml, given: expert.description }),
  facets: facetsOf(expert, EXPERT_FACETS),
  verified: expert.verified,
  recommended: expert.recommended,
  products: expert.applications.length,
  variants: variantsIn(groupsWhere((variant) => isShownExpert(expert, variant))),
})

/** The listed applications of a developer. */
export type Listed = { products: number; verified: boolean; variants: readonly VariantName[] }

/** The listed entries among a developer's applications; null if none is listed. */
export const listedOf = (own: readonly CatalogueEntry[], now: Date): Listed | null => {
  let [products, verified, groups] = [0, false, 0]
  for (const entry of own) {
    const listed = groupsOf(entry, now)
    if (listed === 0) continue
    products++
    verified ||= entry.customProps.verified === 'true'
    groups |= listed
  }
  return products === 0 ? null : { products, verified, variants: variantsIn(groups) }
}

/** A developer as a search record. */
export const developerPartner = (developer: DeveloperRecord, { products, verified, variants }: Listed): Partner => ({
  kind: 'developer',
  record: developer,
  icon: null,
  short: plainLongText({ html: null, given: developer.description }),
  long: () => '',
  facets: facetsOf(developer, DEVELOPER_FACETS),
  verified,
  recommended: false,
  products,
  variants,
})
