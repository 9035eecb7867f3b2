import { BRAND } from '@marketplace/contracts/core/brand'
import type { ApplicationPage, ReviewsData } from '@marketplace/contracts/pages/application'
import type { PageLink } from '@marketplace/contracts/pages/parts'
import { planTerms, yearlySaving } from '@marketplace/domain/buying/terms'
import { formatDate } from '@marketplace/domain/dates'
import { countryName, languageName } from '@marketplace/domain/facets'
import { universalRefusal } from '@marketplace/domain/installing'
import { effectivePayment, effectivePrice, formatDollars, planPriceText, priceText } from '@marketplace/domain/pricing'
import { noRatings, ratingBreakdown } from '@marketplace/domain/ratings'
import { installRestrictions } from '@marketplace/domain/restrictions'
import { describeScopes } from '@marketplace/domain/scopes'
import { professionalService, softwareApplication } from '@marketplace/domain/structured-data'
import { applicationTitle, metaDescription } from '@marketplace/domain/titles'
import { isService } from '@marketplace/domain/visibility'
import type { ApplicationRecord, CatalogueEntry } from '../catalogue/index.ts'
import { picturePath } from '../pictures/index.ts'
import { presentReview, type ReviewList } from '../ratings/index.ts'
import type { BuiltPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { MARKETING_DESCRIPTIONS } from './marketing-descriptions.ts'
import { absoluteUrl, metaOf, ownUrl } from './page-meta.ts'
import { paths } from '@marketplace/contracts/pages/paths'
import { bestEntries, developerSummary } from './partner-lists.ts'
import { badgesOf, cardOf, iconOf, pathOfApplication, ratingOf, screenshotOf } from './present-card.ts'

/** The number of other applications of the developer, best first. */
const MORE_BY_DEVELOPER = 4

/** Builds the page of an application or service from its list data and its whole record. */
export const buildApplication = (
  context: PageContext,
  entry: CatalogueEntry,
  record: ApplicationRecord,
  reviews: ReviewList,
  reviewPage = 1,
): BuiltPage<ApplicationPage> => {
  const { snapshot, now } = context
  const { customProps, payment } = entry
  const developer = entry.developerId ? (snapshot.developerById.get(entry.developerId) ?? null) : null
  const summary = developer && developerSummary(context, developer.id)
  const category = entry.categoryId === null ? null : (snapshot.categoryById.get(entry.categoryId) ?? null)
  const service = isService(entry)
  const path = pathOfApplication(entry)
  const categoryLink: PageLink | null = category && { name: category.name, href: paths.underApps(category.slug) }
  const breadcrumbs: PageLink[] = [
    { name: BRAND.marketplace, href: paths.home() },
    ...(service
      ? [{ name: 'Services', href: paths.services() }]
      : [{ name: 'Apps', href: paths.apps() }, ...(categoryLink ? [categoryLink] : [])]),
    { name: entry.name, href: path },
  ]
  const described = describeScopes(record.authorization?.scopes ?? [])
  return {
    status: 200,
    until: null,
    result: {
      kind: 'application',
      meta: applicationMeta(context, entry, { path, breadcrumbs, developer, categoryName: category?.name ?? null }),
      breadcrumbs,
      id: entry.id,
      slug: entry.slug,
      name: entry.name,
      service,
      product: entry.product,
      productName: BRAND.products[entry.product],
      icon: iconOf(entry, 96),
      shortDescription: entry.shortDescription ?? '',
      developer: developer && {
        name: developer.name,
        website: entry.company?.website ?? developer.website,
        email: entry.company?.email ?? developer.email,
        href: summary ? paths.developer(developer.slug) : null,
      },
      category: categoryLink,
      rating: ratingOf(entry.rating),
      reviews: reviewsOf(record, reviews, reviewPage),
      // Services are booked and not installed, so they have no number of installations.
      installations: service ? null : entry.installations,
      price: priceText(payment, customProps, now),
      plans: record.plans.map((plan) => {
        const price = effectivePrice(plan.priceCents, customProps, now)
        const old = price < plan.priceCents ? formatDollars(plan.priceCents) : null
        const text = planPriceText({ ...plan, price })
        // Plans of the same tier have the same name, so the saving of a yearly plan is computed from the monthly plan of its tier.
        const monthlies = record.plans.filter(
          (each) => each.billingCycle === 'pay-monthly' && each.pricingType === plan.pricingType,
        )
        const monthly = monthlies.find(({ name }) => name === plan.name) ?? (monthlies.length === 1 ? monthlies[0] : undefined)
        return {
          id: plan.id,
          name: plan.name,
          price: { ...text, old },
          saving: plan.billingCycle === 'pay-yearly' && monthly ? yearlySaving(monthly.priceCents, plan.priceCents) : 0,
          terms: planTerms({ ...plan, price: text.text, creditCardRequired: payment?.creditCardRequired ?? true }),
        }
      }),
      badges: badgesOf(entry),
      underMaintenance: entry.underMaintenance,
      universalRefusal: universalRefusal(entry),
      restrictions: installRestrictions(entry),
      links: {
        website: record.websiteUrl ?? entry.company?.website ?? null,
        tutorial: record.tutorialUrl,
        privacyPolicy: record.privacyPolicyUrl,
        terms: record.termsUrl,
      },
      screenshots: record.screenshots.map(({ pictureId, caption }, index) => {
        const alt = caption ?? `Screenshot ${index + 1} of ${entry.name}`
        return { thumbnail: screenshotOf(pictureId, 480, alt), large: screenshotOf(pictureId, 1600, alt), caption }
      }),
      description: record.longDescriptionHtml ? { html: record.longDescriptionHtml } : null,
      features: record.features,
      triggers: record.triggers,
      benefits: record.benefits,
      upgrades: record.resources.map(({ id, name, description, url, priceCents, perAgent, months }) => ({
        id,
        name,
        description,
        url,
        price: planPriceText({
          billingCycle: months === 12 ? 'pay-yearly' : 'pay-monthly',
          pricingType: perAgent ? 'per-agent' : 'per-organization',
          price: priceCents,
          trialDays: 0,
        }),
      })),
      access: described.access,
      accessStated:
        record.authorization !== null && (record.authorization.scopes.length > 0 || record.authorization.type === 'none'),
      otherScopes: described.other,
      changelog: record.changelogHtml ? { html: record.changelogHtml } : null,
      facts: factsOf(record),
      moreByDeveloper: bestEntries(
        context,
        (summary?.best ?? []).filter((id) => id !== entry.id).slice(0, MORE_BY_DEVELOPER),
      ).map((other) => cardOf(other, snapshot, now)),
    },
  }
}

/** Ratings and reviews; null if there are none. */
const reviewsOf = (record: ApplicationRecord, { total, reviews }: ReviewList, page: number): ReviewsData | null => {
  const carried = { rate: record.ratingRate ?? 0, votes: record.ratingVotes, histogram: record.ratingHistogram }
  const { rate, votes, histogram, complete } = ratingBreakdown(carried, record.ownRatings ?? noRatings())
  if (votes === 0) return null
  return {
    rate: Math.round(rate * 10) / 10,
    votes,
    histogram: complete ? histogram : null,
    reviewCount: total,
    reviews: reviews.map(presentReview),
    page,
  }
}

const applicationMeta = (
  context: PageContext,
  entry: CatalogueEntry,
  {
    path,
    breadcrumbs,
    developer,
    categoryName,
  }: {
    path: string
    breadcrumbs: PageLink[]
    developer: { name: string; website: string | null } | null
    categoryName: string | null
  },
) => {
  const { snapshot, publicUrl, now } = context
  const description = metaDescription({ ...entry, developerName: developer?.name ?? null }, MARKETING_DESCRIPTIONS)
  return metaOf(context, {
    title: applicationTitle({
      name: entry.name,
      categoryName,
      developerName: developer?.name ?? null,
      nameIsShared: snapshot.sharedNames.has(entry.name.toLowerCase()),
    }),
    description,
    path,
    own: true,
    // Search engines must not find a hidden application (docs/product/catalogue.md, "What lists show").
    noindex: entry.hidden || context.variant.framed,
    breadcrumbs,
    picture: pictureOf(entry),
    structuredData: [
      (isService(entry) ? professionalService : softwareApplication)({
        name: entry.name,
        description,
        url: ownUrl(context, path),
        image: entry.iconId && absoluteUrl(publicUrl, { prefix: '' }, picturePath(entry.iconId, 256)),
        categoryName,
        developer: developer && { name: developer.name, url: developer.website },
        payment: effectivePayment(entry.payment, entry.customProps, now),
        rating: ratingOf(entry.rating),
      }),
    ],
  })
}

/** The picture for social networks: the first screenshot; without one, the icon. */
const pictureOf = ({ firstScreenshotId, iconId, name }: CatalogueEntry): { id: string; alt: string } | null => {
  if (firstScreenshotId) return { id: firstScreenshotId, alt: `Screenshot of ${name}` }
  return iconId ? { id: iconId, alt: `Icon of ${name}` } : null
}

const factsOf = (record: ApplicationRecord): { label: string; value: string }[] =>
  [
    { label: 'Works with', value: BRAND.products[record.product] },
    { label: 'Version', value: record.version },
    { label: 'Published', value: record.publishedAt && formatDate(record.publishedAt) },
    { label: 'Updated', value: formatDate(record.updatedAt) },
    { label: 'Languages', value: record.languages.map(languageName).join(', ') },
    { label: 'Industries', value: record.industries.join(', ') },
    { label: 'Country', value: record.country && countryName(record.country) },
  ].filter((fact): fact is { label: string; value: string } => Boolean(fact.value))
