import { isDeepStrictEqual } from 'node:util'
import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import type { ApplicationRecord, CategoryRecord, DeveloperRecord } from '../stored/records.ts'
import type { PictureRecord } from '../../pictures/index.ts'
import { columnsOfField, type LineReferences } from './columns-of-line.ts'
import { readLine } from './parse-line.ts'
import { plansOfLine, resourcesOfLine } from './write-line.ts'

export type LineSources = {
  categoryById: ReadonlyMap<number, CategoryRecord>
  categoryBySlug: ReadonlyMap<string, CategoryRecord>
  developerById: ReadonlyMap<string, DeveloperRecord>
  developerByName: ReadonlyMap<string, DeveloperRecord>
  pictures: ReadonlyMap<string, PictureRecord>
  /** The picture that each path of this export is used for. Two catalogues may have used one path for two pictures. */
  claimed: Map<string, string>
}

export type ExportedLine = {
  line: Record<string, unknown>
  /** The picture at each path beside the catalogue. */
  files: ReadonlyMap<string, string>
}

type Writer = (application: ApplicationRecord, sources: LineSources, picturePaths: PicturePaths) => unknown
type Writers = { [F in keyof CatalogueLine]-?: Writer } & { verified: (application: ApplicationRecord) => boolean | null }
type PicturePaths = { pathOf: (pictureId: string, name: string) => string }

const iso = (date: Date | null) => date?.toISOString() ?? null
const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()
/** Omits a field whose value an import would set by default. */
const whenNot = <T>(value: T, byDefault: T) => (isDeepStrictEqual(value, byDefault) ? undefined : value)

/** Writes each field of a line from the stored values; undefined omits the field. */
const WRITERS: Writers = {
  slug: ({ slug }) => slug,
  name: ({ name }) => name,
  product: ({ product }) => whenNot<string>(product, 'livechat'),
  category: ({ categoryId }, { categoryById }) => (categoryId === null ? undefined : categoryById.get(categoryId)),
  shortDescription: ({ shortDescription }) => whenNot(shortDescription, null),
  longDescription: ({ longDescription }) => whenNot(longDescription, null),
  summary: ({ summary }) => whenNot(summary, null),
  changelog: ({ changelog }) => whenNot(changelog, null),
  company: ({ company, developerId }, { developerById }) => {
    const developer = developerId ? developerById.get(developerId) : undefined
    return company ? { ...company, description: developer?.description ?? null, country: developer?.country ?? null } : undefined
  },
  websiteUrl: ({ websiteUrl }) => whenNot(websiteUrl, null),
  privacyPolicyUrl: ({ privacyPolicyUrl }) => whenNot(privacyPolicyUrl, null),
  termsUrl: ({ termsUrl }) => whenNot(termsUrl, null),
  tutorialUrl: ({ tutorialUrl }) => whenNot(tutorialUrl, null),
  directInstallUrl: ({ directInstallUrl }) => whenNot(directInstallUrl, null),
  webhookUrl: ({ webhookUrl }) => whenNot(webhookUrl, null),
  brandColor: ({ brandColor }) => whenNot(brandColor, null),
  icon: ({ iconId }, _, { pathOf }) => (iconId ? pathOf(iconId, 'icon') : undefined),
  screenshots: ({ screenshots }, _, { pathOf }) =>
    whenNot(
      screenshots.map(({ pictureId, caption }, index) => ({ large: pathOf(pictureId, String(index + 1)), caption })),
      [],
    ),
  features: ({ features }) => whenNot(features, []),
  benefits: ({ benefits }) => whenNot(benefits, []),
  triggers: ({ triggers }) => whenNot(triggers, []),
  authorization: ({ authorization }) => whenNot(authorization, null),
  version: ({ version }) => whenNot(version, null),
  designation: ({ designation }) => whenNot(designation, null),
  theme: ({ theme }) => whenNot(theme, null),
  verified: ({ customProps: { verified } }) => (verified === undefined ? null : verified === 'true'),
  languages: ({ languages }) => whenNot(languages, []),
  industries: ({ industries }) => whenNot(industries, []),
  types: ({ types }) => whenNot(types, []),
  country: ({ country }) => whenNot(country, null),
  collections: ({ collections }) => whenNot(collections, []),
  tags: ({ tags }) => whenNot(tags, []),
  hidden: ({ hidden }) => whenNot(hidden, false),
  underMaintenance: ({ underMaintenance }) => whenNot(underMaintenance, false),
  installable: ({ installable }) => whenNot(installable, true),
  submittedAt: ({ submittedAt, publishedAt }) => (same(submittedAt, publishedAt) ? undefined : iso(submittedAt)),
  acceptedAt: ({ acceptedAt, publishedAt }) => (same(acceptedAt, publishedAt) ? undefined : iso(acceptedAt)),
  // Always written, because an import publishes a line without it.
  publishedAt: ({ publishedAt }) => iso(publishedAt),
  createdAt: ({ createdAt, submittedAt, publishedAt }) =>
    same(createdAt, submittedAt ?? publishedAt) ? undefined : iso(createdAt),
  updatedAt: ({ updatedAt }) => iso(updatedAt),
  installations: ({ installations }) => whenNot(installations, null),
  rating: ({ ratingRate: rate, ratingVotes: votes, ratingHistogram: histogram }) =>
    rate === null ? undefined : { rate, votes, ...(histogram && { histogram }) },
  payment: ({ payment }) => whenNot(payment, null),
  plans: (application) => {
    const plans = application.plans.map(({ key, name, billingCycle, pricingType, priceCents, trialDays }) => ({
      key,
      name,
      billingCycle,
      pricingType,
      priceCents,
      trialDays,
    }))
    if (isDeepStrictEqual(plans, plansOfLine({ slug: application.slug, payment: application.payment }, undefined)))
      return undefined
    return plans.map(({ key: _, priceCents, ...plan }) => ({ ...plan, price: priceCents }))
  },
  widgets: ({ widgets }) =>
    whenNot(
      widgets.map(({ placement, url, initialState }) => ({
        placement,
        url,
        shortcut: initialState === null ? null : { initialState },
      })),
      [],
    ),
  elements: ({ elements }) => whenNot(elements, null),
  resources: ({ resources }) =>
    whenNot(
      resources.map(({ name, description, url, multiplied, priceCents, perAgent, months }) => ({
        name,
        description,
        url,
        multiplied,
        price: priceCents,
        perAgent,
        months,
      })),
      [],
    ),
  customProps: ({ customProps }) => whenNot(customProps, {}),
}

const FIELDS = Object.keys(WRITERS) as (keyof CatalogueLine)[]

/**
 * Writes an application as a line of a catalogue. Fields that are unchanged since their import are written as they were imported,
 * unknown fields too; changed ones are written from the stored values.
 */
export const lineOfApplication = (application: ApplicationRecord, sources: LineSources): ExportedLine => {
  const imported = application.imported ?? {}
  const given = readLine({ ...imported, slug: application.slug })
  const raw = 'line' in given ? given.line : { slug: application.slug }
  const pictureIds = new Map(Object.entries(application.importedPictures))
  const known = new Map([...pictureIds].map(([path, id]) => [id, path]))
  const free = (path: string, id: string) => (sources.claimed.get(path) ?? id) === id
  const picturePaths: PicturePaths = {
    pathOf: (id, name) => {
      const given = known.get(id)
      const format = sources.pictures.get(id)?.format ?? 'webp'
      const plain = `pictures/${application.slug}-${name}.${format}`
      const path = given && free(given, id) ? given : free(plain, id) ? plain : `pictures/${id}.${format}`
      sources.claimed.set(path, id)
      return path
    },
  }
  const keepsPath = (path: string) => free(path, pictureIds.get(path) ?? '')
  const references: LineReferences = {
    categoryId: (slug) => sources.categoryBySlug.get(slug)?.id ?? null,
    developerId: (name) => sources.developerByName.get(name.toLowerCase())?.id ?? null,
    pictureId: (path) => pictureIds.get(path) ?? null,
  }

  // A Map, because a field can have any name, even __proto__.
  const line = new Map<string, unknown>()
  for (const [field, value] of Object.entries(imported)) {
    if (!isField(field)) line.set(field, value)
    else if (isUnchanged(field, raw, application, references, sources) && pathsOf(raw, field).every(keepsPath))
      line.set(field, value)
    else line.set(field, WRITERS[field](application, sources, picturePaths) ?? null)
  }
  for (const field of FIELDS) {
    if (line.has(field) || isWrittenElsewhere(field, raw)) continue
    const value = WRITERS[field](application, sources, picturePaths)
    if (value !== undefined) line.set(field, value)
  }

  const files = new Map(picturesOf(application).map(([id, name]) => [picturePaths.pathOf(id, name), id]))
  return { line: Object.fromEntries(line), files }
}

const pathsOf = ({ icon, screenshots }: CatalogueLine, field: keyof CatalogueLine): string[] =>
  field === 'icon' ? (icon ? [icon] : []) : field === 'screenshots' ? (screenshots ?? []).map(({ large }) => large) : []

const isField = (field: string): field is keyof CatalogueLine => Object.hasOwn(WRITERS, field)

/** Whether `verified` is already written in another place: as a field of its own, or in customProps. */
const isWrittenElsewhere = (field: keyof CatalogueLine, raw: CatalogueLine) =>
  field === 'verified' || (field === 'customProps' && typeof raw.verified === 'boolean' && raw.customProps === undefined)

const picturesOf = ({ iconId, screenshots }: ApplicationRecord): [string, string][] => [
  ...(iconId ? [[iconId, 'icon'] satisfies [string, string]] : []),
  ...screenshots.map(({ pictureId }, index): [string, string] => [pictureId, String(index + 1)]),
]

/** Whether a field is unchanged since its import. */
const isUnchanged = (
  field: keyof CatalogueLine,
  raw: CatalogueLine,
  application: ApplicationRecord,
  references: LineReferences,
  sources: LineSources,
): boolean => {
  const { developerById } = sources
  const existing = application
  if (field === 'plans')
    return isDeepStrictEqual(
      plansOfLine(raw, undefined),
      application.plans.map(({ id: _, ...plan }) => plan),
    )
  if (field === 'resources') return isDeepStrictEqual(resourcesOfLine(raw.resources ?? []), application.resources.map(offerOf))
  // Beside custom properties, `verified` repeats them or is absent.
  if (field === 'verified' && raw.customProps !== undefined)
    return isUnchanged('customProps', raw, application, references, sources)
  if (field === 'verified') return isDeepStrictEqual(raw.verified, WRITERS.verified(application))
  if (field === 'company' && raw.company) {
    const developer = developerById.get(application.developerId ?? '')
    if ((raw.company.description ?? developer?.description) !== developer?.description) return false
    if ((raw.company.country ?? developer?.country) !== developer?.country) return false
  }
  // A field that was absent at the import is stored as null.
  const line = raw[field] === undefined ? { ...raw, [field]: null } : raw
  const columns = columnsOfField(field, { line, references, existing })
  return Object.entries(columns).every(([column, value]) =>
    isDeepStrictEqual(application[column as keyof ApplicationRecord], value),
  )
}

const offerOf = ({ id: _, applicationId: __, position: ___, ...offer }: ApplicationRecord['resources'][number]) => offer
