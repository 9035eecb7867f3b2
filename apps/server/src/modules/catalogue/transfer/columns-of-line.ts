import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import type { CustomProps, Payment } from '@marketplace/contracts/catalogue/schemas'
import type { Authorization, Company, Screenshot, Titled, Widget } from '../../../db/schema.ts'
import type { NewApplication } from '../stored/repository.ts'

/** Finds the ids of the objects that a line refers to. */
export type LineReferences = {
  categoryId: (slug: string) => number | null
  developerId: (name: string) => string | null
  /** The id of the picture at a path of this line; null if the picture was refused. */
  pictureId: (path: string) => string | null
}

export type LineContext = { references: LineReferences; line: CatalogueLine; existing: { customProps: CustomProps } | null }
type Columns = Partial<NewApplication>
type LineField = Exclude<keyof CatalogueLine, 'plans' | 'resources'>

const when = (value: string | null | undefined) => (value ? new Date(value) : null)
const titled = (items: CatalogueLine['features']): Titled[] =>
  (items ?? []).map(({ title, name, description }) => ({ title: title ?? name ?? '', description: description ?? null }))

/**
 * The columns that each field of a line sets; null clears them. Imports use this table, and exports use it to check whether a
 * field is unchanged since its import.
 */
const FIELDS: { [F in LineField]: (value: CatalogueLine[F], context: LineContext) => Columns } = {
  slug: (slug) => ({ slug }),
  name: (name) => (name === undefined ? {} : { name }),
  product: (product) => ({ product: product ?? 'livechat' }),
  category: (category, { references }) => ({ categoryId: category ? references.categoryId(category.slug) : null }),
  company: (company, { references }) => ({
    company: company ? companyOf(company) : null,
    developerId: company ? references.developerId(company.name) : null,
  }),
  shortDescription: (shortDescription) => ({ shortDescription: shortDescription ?? null }),
  // The HTML of these texts is rendered separately (texts-of-line.ts), because that takes long and exports do not need it.
  longDescription: (longDescription) => ({ longDescription: longDescription ?? null }),
  changelog: (changelog) => ({ changelog: changelog ?? null }),
  summary: (summary) => ({ summary: summary ?? null }),
  websiteUrl: (websiteUrl) => ({ websiteUrl: websiteUrl ?? null }),
  privacyPolicyUrl: (privacyPolicyUrl) => ({ privacyPolicyUrl: privacyPolicyUrl ?? null }),
  termsUrl: (termsUrl) => ({ termsUrl: termsUrl ?? null }),
  tutorialUrl: (tutorialUrl) => ({ tutorialUrl: tutorialUrl ?? null }),
  directInstallUrl: (directInstallUrl) => ({ directInstallUrl: directInstallUrl ?? null }),
  webhookUrl: (webhookUrl) => ({ webhookUrl: webhookUrl ?? null }),
  brandColor: (brandColor) => ({ brandColor: brandColor ?? null }),
  icon: (icon, { references }) => ({ iconId: icon ? references.pictureId(icon) : null }),
  screenshots: (screenshots, { references }) => ({
    screenshots: (screenshots ?? []).flatMap(({ large, caption }): Screenshot[] => {
      const id = references.pictureId(large)
      return id ? [{ pictureId: id, caption: caption ?? null }] : []
    }),
  }),
  features: (items) => ({ features: titled(items) }),
  benefits: (items) => ({ benefits: titled(items) }),
  triggers: (items) => ({ triggers: titled(items) }),
  authorization: (authorization) => ({ authorization: authorization ? authorizationOf(authorization) : null }),
  version: (version) => ({ version: version ?? null }),
  designation: (designation) => ({ designation: designation ?? null }),
  theme: (theme) => ({ theme: theme ?? null }),
  // `verified` is a custom property, which a catalogue may also state as a field of its own.
  verified: (verified, { line, existing }) =>
    line.customProps === undefined ? { customProps: withVerified(existing?.customProps ?? {}, verified) } : {},
  customProps: (customProps, { line: { verified } }) => ({
    customProps: customProps?.verified === undefined ? withVerified(given(customProps), verified) : given(customProps),
  }),
  languages: (languages) => ({ languages: languages ?? [] }),
  industries: (industries) => ({ industries: industries ?? [] }),
  types: (types) => ({ types: types ?? [] }),
  country: (country) => ({ country: country ?? null }),
  collections: (collections) => ({ collections: collections ?? [] }),
  tags: (tags) => ({ tags: tags ?? [] }),
  hidden: (hidden) => ({ hidden: hidden ?? false }),
  underMaintenance: (underMaintenance) => ({ underMaintenance: underMaintenance ?? false }),
  installable: (installable) => ({ installable: installable ?? true }),
  submittedAt: (submittedAt) => ({ submittedAt: when(submittedAt) }),
  acceptedAt: (acceptedAt) => ({ acceptedAt: when(acceptedAt) }),
  publishedAt: (publishedAt) => ({ publishedAt: when(publishedAt) }),
  createdAt: (createdAt) => (createdAt ? { createdAt: new Date(createdAt) } : {}),
  updatedAt: (updatedAt) => (updatedAt ? { updatedAt: new Date(updatedAt) } : {}),
  installations: (installations) => ({ installations: installations ?? null }),
  rating: (rating) => ({
    ratingRate: rating?.rate ?? null,
    ratingVotes: rating?.votes ?? 0,
    ratingHistogram: rating?.histogram ?? null,
  }),
  payment: (payment) => ({ payment: payment ? paymentOf(payment) : null }),
  widgets: (widgets) => ({ widgets: (widgets ?? []).map(widgetOf) }),
  elements: (elements) => ({ elements: elements ?? null }),
}

/** The columns that this line sets. A field that the line lacks sets none. */
export const columnsOfLine = (context: LineContext): Columns => {
  const columns: Columns = {}
  for (const field of Object.keys(context.line) as (keyof CatalogueLine)[]) {
    if (field !== 'plans' && field !== 'resources') Object.assign(columns, columnsOfField(field, context))
  }
  return columns
}

/** The columns that one field of the line sets; none if the line lacks it. */
export const columnsOfField = <F extends LineField>(field: F, context: LineContext): Columns =>
  context.line[field] === undefined ? {} : FIELDS[field](context.line[field], context)

const given = (customProps: CatalogueLine['customProps']): CustomProps =>
  Object.fromEntries(
    Object.entries(customProps ?? {}).filter((entry): entry is [string, string | number | null] => entry[1] !== undefined),
  )

const withVerified = ({ verified: before, ...others }: CustomProps, verified: boolean | null | undefined): CustomProps => {
  if (verified === undefined) return before === undefined ? others : { ...others, verified: before }
  return verified === null ? others : { ...others, verified: String(verified) }
}

const companyOf = ({ name, website, email, vendor }: NonNullable<CatalogueLine['company']>): Company => ({
  name,
  website: website ?? null,
  email: email ?? null,
  vendor: vendor ?? null,
})

const authorizationOf = (authorization: NonNullable<CatalogueLine['authorization']>): Authorization => ({
  type: authorization.type ?? null,
  clientId: authorization.clientId ?? null,
  clientType: authorization.clientType ?? null,
  redirectUri: authorization.redirectUri ?? null,
  // Some catalogues write several scopes into one string, as OAuth does.
  scopes: authorization.scopes.flatMap((scope) =>
    typeof scope === 'string'
      ? scope
          .split(/\s+/)
          .filter(Boolean)
          .map((name) => ({ name, required: true }))
      : [scope],
  ),
})

/** A line's payment with defaults for missing fields. */
export const paymentOf = (payment: NonNullable<CatalogueLine['payment']>): Payment => ({
  price: payment.price,
  frequency: payment.frequency,
  oldPrice: payment.oldPrice ?? null,
  discountPercent: payment.discountPercent ?? null,
  trialDays: payment.frequency === 'once' ? 0 : (payment.trialDays ?? 0),
  creditCardRequired: payment.creditCardRequired ?? true,
  perAccount: payment.perAccount ?? false,
  tiersPricingConfig: payment.tiersPricingConfig ?? null,
})

const widgetOf = (widget: NonNullable<CatalogueLine['widgets']>[number], index: number): Widget => ({
  id: `${widget.placement}-${index + 1}`,
  placement: widget.placement,
  url: widget.url ?? null,
  initialState: widget.shortcut?.initialState ?? null,
})
