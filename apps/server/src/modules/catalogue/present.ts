import type { Application, CustomProps, DeveloperProfile, Resource } from '@marketplace/contracts/catalogue/schemas'
import { effectivePayment, effectivePrice } from '@marketplace/domain/pricing'
import { noRatings, ratingOfVotes } from '@marketplace/domain/ratings'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { isService } from '@marketplace/domain/visibility'
import { picturePath, type PictureWidth } from '../pictures/index.ts'
import type { ApplicationRecord, CatalogueEntry, DeveloperRecord, PlanRecord, ResourceRecord } from './stored/records.ts'
import type { CatalogueSnapshot } from './snapshot.ts'

export type PresentContext = { publicUrl: string; snapshot: CatalogueSnapshot; now: Date }

const iso = (date: Date | null) => date?.toISOString() ?? null

const pictureOf = (
  publicUrl: string,
  id: string,
  title: string | null,
  [small, large]: readonly [PictureWidth, PictureWidth],
) => ({
  id,
  title,
  original: `${publicUrl}${picturePath(id, 1600)}`,
  large: `${publicUrl}${picturePath(id, large)}`,
  small: `${publicUrl}${picturePath(id, small)}`,
})

const planOf = (
  { id, name, billingCycle, pricingType, trialDays, priceCents }: PlanRecord,
  customProps: CustomProps,
  now: Date,
) => ({
  id,
  name,
  billingCycle,
  pricingType,
  trialDays,
  price: { total: effectivePrice(priceCents, customProps, now) },
})

/** An application in the product API. */
export const presentApplication = (record: ApplicationRecord, { publicUrl, snapshot, now }: PresentContext): Application => {
  const { company, authorization, iconId } = record
  const plans = record.plans.map((plan) => planOf(plan, record.customProps, now))
  return {
    id: record.id,
    slug: record.slug,
    name: record.name,
    product: record.product,
    status: publicationStatus(record, now),
    hidden: record.hidden,
    underMaintenance: record.underMaintenance,
    installable: record.installable,
    category: record.categoryId === null ? null : (snapshot.categoryById.get(record.categoryId) ?? null),
    installations: record.installations,
    submittedAt: iso(record.submittedAt),
    acceptedAt: iso(record.acceptedAt),
    publishedAt: iso(record.publishedAt),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    shortDescription: record.shortDescription,
    longDescription: record.longDescription,
    company,
    developerId: record.developerId,
    icon: iconId && `${publicUrl}${picturePath(iconId, 256)}`,
    icons: iconId ? pictureOf(publicUrl, iconId, null, [64, 256]) : null,
    brandColor: record.brandColor,
    screenshots: record.screenshots.map(({ pictureId, caption }) => pictureOf(publicUrl, pictureId, caption, [480, 1600])),
    designation: record.designation,
    theme: record.theme,
    tutorialUrl: record.tutorialUrl,
    directInstallUrl: record.directInstallUrl,
    websiteUrl: record.websiteUrl,
    privacyPolicyUrl: record.privacyPolicyUrl,
    termsUrl: record.termsUrl,
    types: record.types,
    languages: record.languages,
    industries: record.industries,
    country: record.country,
    collections: record.collections,
    tags: record.tags,
    features: record.features,
    benefits: record.benefits,
    triggers: record.triggers,
    elements: record.elements as Application['elements'],
    authorization,
    rating: ratingOfVotes({ rate: record.ratingRate ?? 0, votes: record.ratingVotes }, record.ownRatings ?? noRatings()),
    widgets: record.widgets.map(({ id, placement, url, initialState }) => ({
      // A stored id such as "settings-1" is unique only within its application. Hosts look for an application by the id of its widget.
      id: `${record.id}-${id}`,
      placement,
      url,
      shortcut: initialState === null ? null : { initialState },
    })),
    payment: record.payment && effectivePayment(record.payment, record.customProps, now),
    plans,
    plan: plans[0] ?? null,
    customProps: record.customProps,
    version: record.version,
    changelog: record.changelog,
  }
}

/** A resource (an upgrade), with the application that offers it. */
export const presentResource = (resource: ResourceRecord, application: CatalogueEntry, publicUrl: string): Resource => ({
  id: resource.id,
  application: {
    id: application.id,
    slug: application.slug,
    name: application.name,
    icon: application.iconId && `${publicUrl}${picturePath(application.iconId, 256)}`,
  },
  description: resource.description,
  url: resource.url,
  multiplied: resource.multiplied,
  product: {
    id: resource.id,
    sid: `${application.slug}-${resource.position + 1}`,
    name: resource.name,
    price: { cents: resource.priceCents, perAgent: resource.perAgent, months: resource.months },
  },
})

/** A developer with the published applications that are not hidden. */
export const presentDeveloper = (developer: DeveloperRecord, published: readonly CatalogueEntry[]): DeveloperProfile => {
  const brief = ({ id, slug, name }: CatalogueEntry) => ({ id, slug, name })
  return {
    id: developer.id,
    slug: developer.slug,
    name: developer.name,
    description: developer.description,
    website: developer.website,
    email: developer.email,
    country: developer.country,
    verified: published.some(({ customProps }) => customProps.verified === 'true'),
    createdAt: developer.createdAt.toISOString(),
    applications: published.filter((entry) => !isService(entry)).map(brief),
    services: published.filter((entry) => isService(entry)).map(brief),
  }
}
