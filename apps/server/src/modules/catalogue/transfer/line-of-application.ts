import { isDeepStrictEqual } from 'node:util'
import type { CatalogueLine } from '@marketplace/contracts/catalogue-line'
import type { ApplicationRecord, CategoryRecord, DeveloperRecord } from '../records.ts'
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
  /** Which picture each path of this export holds already; two catalogues may have used one path for two pictures. */
  claimed: Map<string, string>
}

export type ExportedLine = {
  line: Record<string, unknown>
  /** Which picture lies at which path beside the catalogue. */
  files: ReadonlyMap<string, string>
}

type Application = ApplicationRecord
type Writer = (application: Application, sources: LineSources, place: Place) => unknown
type Writers = { [F in keyof CatalogueLine]-?: Writer } & { verified: (application: Application) => boolean | null }
type Place = { pathOf: (pictureId: string, name: string) => string }

const iso = (date: Date | null) => date?.toISOString() ?? null
const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()
/** Left out of a line: what an import would set by itself. */
const whenNot = <T>(value: T, usual: T) => (isDeepStrictEqual(value, usual) ? undefined : value)

/** How each field of a line is written from what is stored; undefined leaves it out. */
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
  // Always there: a line without it would be published by its import.
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
 * One application as a line of a catalogue. A field that still says what was imported is given back as it was given, fields unknown
 * to us likewise; what changed since is written anew.
 */
export const lineOfApplication = (application: Application, sources: LineSources): ExportedLine => {
  const imported = application.imported ?? {}
  const given = readLine({ ...imported, slug: application.slug })
  const raw = 'line' in given ? given.line : { slug: application.slug }
  const pictureIds = new Map(Object.entries(application.importedPictures))
  const known = new Map([...pictureIds].map(([path, id]) => [id, path]))
  const free = (path: string, id: string) => (sources.claimed.get(path) ?? id) === id
  const place: Place = {
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

  // A map, because a field can have any name, __proto__ too.
  const line = new Map<string, unknown>()
  for (const [field, value] of Object.entries(imported)) {
    if (!isField(field)) line.set(field, value)
    else if (stillSays(field, raw, application, references, sources) && pathsOf(raw, field).every(keepsPath))
      line.set(field, value)
    else line.set(field, WRITERS[field](application, sources, place) ?? null)
  }
  for (const field of FIELDS) {
    if (line.has(field) || impliedBy(field, raw)) continue
    const value = WRITERS[field](application, sources, place)
    if (value !== undefined) line.set(field, value)
  }

  const files = new Map(picturesOf(application).map(([id, name]) => [place.pathOf(id, name), id]))
  return { line: Object.fromEntries(line), files }
}

const pathsOf = ({ icon, screenshots }: CatalogueLine, field: keyof CatalogueLine): string[] =>
  field === 'icon' ? (icon ? [icon] : []) : field === 'screenshots' ? (screenshots ?? []).map(({ large }) => large) : []

const isField = (field: string): field is keyof CatalogueLine => Object.hasOwn(WRITERS, field)

/** Verified is said once: as the field of its own that a line had, or else among the custom properties. */
const impliedBy = (field: keyof CatalogueLine, raw: CatalogueLine) =>
  field === 'verified' || (field === 'customProps' && typeof raw.verified === 'boolean' && raw.customProps === undefined)

const picturesOf = ({ iconId, screenshots }: Application): [string, string][] => [
  ...(iconId ? [[iconId, 'icon'] satisfies [string, string]] : []),
  ...screenshots.map(({ pictureId }, index): [string, string] => [pictureId, String(index + 1)]),
]

/** Whether what was imported for a field is what is stored now. */
const stillSays = (
  field: keyof CatalogueLine,
  raw: CatalogueLine,
  application: Application,
  references: LineReferences,
  { developerById }: LineSources,
): boolean => {
  const existing = application
  if (field === 'plans')
    return isDeepStrictEqual(
      plansOfLine(raw, undefined),
      application.plans.map(({ id: _, ...plan }) => plan),
    )
  if (field === 'resources') return isDeepStrictEqual(resourcesOfLine(raw.resources ?? []), application.resources.map(offerOf))
  if (field === 'verified') return isDeepStrictEqual(raw.verified, WRITERS.verified(application))
  if (field === 'company' && raw.company) {
    const developer = developerById.get(application.developerId ?? '')
    if ((raw.company.description ?? developer?.description) !== developer?.description) return false
    if ((raw.company.country ?? developer?.country) !== developer?.country) return false
  }
  // What was left out when it came in was stored as nothing.
  const line = raw[field] === undefined ? { ...raw, [field]: null } : raw
  const columns = columnsOfField(field, { line, references, existing })
  return Object.entries(columns).every(([column, value]) => isDeepStrictEqual(application[column as keyof Application], value))
}

const offerOf = ({ id: _, applicationId: __, position: ___, ...offer }: Application['resources'][number]) => offer
