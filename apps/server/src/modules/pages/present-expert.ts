import type { ExpertCard } from '@marketplace/contracts/pages/people'
import type { PageIcon } from '@marketplace/contracts/pages/parts'
import { paths } from '@marketplace/contracts/pages/paths'
import { countryName, languageName, serviceTypeNames } from '@marketplace/domain/facets'
import type { ExpertRecord } from '../partners/index.ts'
import { iconOf } from './present-card.ts'

/** "Kraków, Poland" */
export const locationOf = ({ city, country }: Pick<ExpertRecord, 'city' | 'country'>): string | null =>
  [city, country && countryName(country)].filter(Boolean).join(', ') || null

export const logoOf = ({ logoId, name, brandColor }: ExpertRecord, size: 56 | 96): PageIcon =>
  iconOf({ iconId: logoId, name, brandColor }, size)

export const cardOfExpert = (expert: ExpertRecord): ExpertCard => ({
  id: expert.id,
  href: paths.expert(expert.slug),
  name: expert.name,
  headline: expert.headline ?? '',
  icon: logoOf(expert, 56),
  location: locationOf(expert),
  services: serviceTypeNames(expert.services),
  languages: expert.languages.map(languageName),
  verified: expert.verified,
  recommended: expert.recommended,
  testimonialCount: expert.testimonials.length,
})
