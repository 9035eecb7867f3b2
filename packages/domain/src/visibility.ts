import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import { BRAND } from '@marketplace/contracts/core/brand'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'
import { publicationStatus, type PublicationTimestamps } from './publication-status.ts'

/** The fields of an application that decide whether lists show it. */
export type ListableApplication = PublicationTimestamps & {
  slug: string
  name: string
  product: Product
  hidden: boolean
  underMaintenance: boolean
  theme: string | null
  customProps: CustomProps
}

/** The variant of a list: the products whose applications it contains, the active product, and whether it is in beta mode. */
export type ListContext = { lists: readonly Product[]; product: Product; beta: boolean }

export type NotListedReason =
  | 'not-published'
  | 'hidden'
  | 'under-maintenance'
  | 'themed'
  | 'all-entry'
  | 'beta'
  | 'legacy'
  | 'other-product'

/** Old slugs that lists show only if the help desk is the active product: docs/product/catalogue.md, What lists show. */
export const LEGACY_SLUGS: ReadonlySet<string> = new Set([
  'activecampaign',
  'analytics',
  'botengine',
  'campaignmonitor',
  'constantcontact',
  'deskcom',
  'dropbox',
  'dynamics',
  'freshbooks',
  'fullcontact',
  'getresponse',
  'icontact',
  'joinme',
  'kissmetrics',
  'logmein',
  'mixpanel',
  'nutshell',
  'salesforce',
  'salesforce2',
  'sugarcrm',
  'tactilecrm',
  'teamviewer',
  'whmcs',
])

const isInWrongBetaMode = ({ customProps }: WithCustomProps, beta: boolean): boolean =>
  beta ? isFlagSet(customProps, 'hiddenForBeta') : isFlagSet(customProps, 'usingBeta')

/** Whether an application has the name of the entry for all applications in selects: 'All', or `appsLabel`. */
export const isAllEntry = ({ name }: { name: string }, appsLabel: string): boolean => name === 'All' || name === appsLabel

/**
 * The reasons why lists leave out an application: docs/product/catalogue.md, What lists show. The first reason that applies is reported.
 */
const REASONS: readonly (readonly [
  NotListedReason,
  (application: ListableApplication, context: ListContext, now: Date) => boolean,
])[] = [
  ['not-published', (application, _, now) => !hasPage(application, now)],
  ['hidden', (application) => application.hidden],
  ['under-maintenance', (application) => application.underMaintenance],
  ['themed', (application) => Boolean(application.theme)],
  // In a select, it could not be distinguished from the entry for all applications.
  ['all-entry', (application) => isAllEntry(application, BRAND.allApps)],
  ['beta', (application, { beta }) => isInWrongBetaMode(application, beta)],
  ['legacy', (application, { product }) => product !== 'helpdesk' && LEGACY_SLUGS.has(application.slug)],
  ['other-product', (application, { lists }) => !lists.includes(application.product)],
]

// Only the first reason depends on time.
const ANY_TIME = new Date(0)

/** Whether this is a service: its page is under /services/, and only lists of services contain it. */
export const isService = ({ customProps }: WithCustomProps): boolean => isFlagSet(customProps, 'isService')

/**
 * Whether an application has a page: all published ones do, also those that lists leave out because they are hidden, under maintenance,
 * themed, in beta or legacy.
 */
export const hasPage = (timestamps: PublicationTimestamps, now: Date): boolean =>
  publicationStatus(timestamps, now) === 'PUBLISHED'

/** The first reason why the lists of this variant leave out an application; null if they contain it. */
export const whyNotListed = (application: ListableApplication, context: ListContext, now: Date): NotListedReason | null =>
  REASONS.find(([, holds]) => holds(application, context, now))?.[0] ?? null

/** Whether the lists of this variant would contain an application if it were published. If so, /apps/coming-soon may list it. */
export const wouldBeListed = (application: ListableApplication, context: ListContext): boolean =>
  REASONS.every(([reason, holds]) => reason === 'not-published' || !holds(application, context, ANY_TIME))

/** Whether the lists of this variant, of applications or of services, contain the application. */
export const isListed = (application: ListableApplication, context: ListContext, now: Date): boolean =>
  whyNotListed(application, context, now) === null

export const isListedApplication = (application: ListableApplication, context: ListContext, now: Date): boolean =>
  !isService(application) && isListed(application, context, now)

/** Whether this variant shows an expert: one who helps with a product of its lists. An expert without products helps with all of them. */
export const isShownExpert = ({ products }: { products: readonly Product[] }, { lists }: Pick<ListContext, 'lists'>): boolean =>
  products.length === 0 || products.some((product) => lists.includes(product))

export const isListedService = (application: ListableApplication, context: ListContext, now: Date): boolean =>
  isService(application) && isListed(application, context, now)
