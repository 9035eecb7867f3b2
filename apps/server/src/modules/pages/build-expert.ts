import { BRAND } from '@marketplace/contracts/core/brand'
import type { CampaignPage, ExpertPage } from '@marketplace/contracts/pages/people'
import type { PageLink } from '@marketplace/contracts/pages/parts'
import { paths } from '@marketplace/contracts/pages/paths'
import { formatDate } from '@marketplace/domain/dates'
import { languageName, serviceTypeNames } from '@marketplace/domain/facets'
import { listingTitle } from '@marketplace/domain/titles'
import { isListed } from '@marketplace/domain/visibility'
import type { CampaignRecord, ExpertRecord } from '../partners/index.ts'
import type { BuiltPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { metaOf, ownUrl } from './page-meta.ts'
import { expertList } from './partner-lists.ts'
import { cardOf } from './present-card.ts'
import { cardOfExpert, locationOf, logoOf } from './present-expert.ts'

const OTHERS = 4
const PARTNERS: PageLink[] = [
  { name: BRAND.marketplace, href: paths.home() },
  { name: 'Partner experts', href: paths.partners() },
]

/** An expert's profile. */
export const buildExpert = (context: PageContext, expert: ExpertRecord): BuiltPage<ExpertPage> => {
  const { snapshot, variant, now } = context
  const path = paths.expert(expert.slug)
  const breadcrumbs = [...PARTNERS, { name: expert.name, href: path }]
  const description = expert.headline ?? `${expert.name}, partner expert for ${BRAND.products[variant.product]}.`
  return {
    status: 200,
    until: null,
    result: {
      kind: 'expert',
      meta: metaOf(context, {
        title: listingTitle({ heading: `${expert.name}, partner expert`, page: 1, product: variant.product }),
        description: `${expert.name}: ${description}`,
        path,
        own: true,
        breadcrumbs,
        picture: expert.logoId === null ? null : { id: expert.logoId, alt: `Logo of ${expert.name}` },
        structuredData: [
          {
            '@context': 'https://schema.org',
            '@type': 'ProfessionalService',
            name: expert.name,
            description,
            url: ownUrl(context, path),
            ...(expert.country && { address: { '@type': 'PostalAddress', addressCountry: expert.country } }),
          },
        ],
      }),
      breadcrumbs,
      id: expert.id,
      name: expert.name,
      headline: expert.headline ?? '',
      icon: logoOf(expert, 96),
      verified: expert.verified,
      recommended: expert.recommended,
      location: locationOf(expert),
      services: serviceTypeNames(expert.services),
      languages: expert.languages.map(languageName),
      industries: expert.industries,
      products: expert.products.map((product) => BRAND.products[product]),
      facts: [
        ...(expert.foundedYear === null ? [] : [{ label: 'Founded', value: String(expert.foundedYear) }]),
        ...(expert.teamSize ? [{ label: 'Team', value: expert.teamSize }] : []),
        { label: 'In the program since', value: formatDate(expert.createdAt) },
      ],
      description: expert.descriptionHtml ? { html: expert.descriptionHtml } : null,
      website: expert.website,
      testimonials: expert.testimonials.map(({ id, name, website, comment, createdAt }) => ({
        id,
        name,
        website,
        text: comment,
        date: formatDate(createdAt),
      })),
      worksWith: expert.applications.flatMap((slug) => {
        const entry = snapshot.bySlug.get(slug)
        const shown =
          entry && isListed(entry, { lists: variant.lists, product: variant.product, beta: variant.beta }, now) ? [entry] : []
        return shown.map((application) => cardOf(application, snapshot, now))
      }),
      others: expertList(context, 'all')
        .index.items.filter((other) => other.id !== expert.id && other.services.some((type) => expert.services.includes(type)))
        .slice(0, OTHERS)
        .map(cardOfExpert),
    },
  }
}

/** A page about one kind of help, with experts who offer it. */
export const buildCampaign = (context: PageContext, campaign: CampaignRecord): BuiltPage<CampaignPage> => {
  const path = paths.campaign(campaign.slug)
  const breadcrumbs = [...PARTNERS, { name: campaign.title, href: path }]
  return {
    status: 200,
    until: null,
    result: {
      kind: 'campaign',
      meta: metaOf(context, {
        title: listingTitle({ heading: campaign.title, page: 1, product: context.variant.product }),
        description: campaign.lead,
        path,
        own: true,
        breadcrumbs,
      }),
      breadcrumbs,
      slug: campaign.slug,
      heading: campaign.title,
      lead: campaign.lead,
      description: campaign.descriptionHtml ? { html: campaign.descriptionHtml } : null,
      points: campaign.points,
      experts: campaign.experts.flatMap((slug) => {
        const expert = context.partners.expertBySlug.get(slug)
        return expert ? [cardOfExpert(expert)] : []
      }),
    },
  }
}
