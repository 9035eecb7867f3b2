import type { CustomProps } from '@marketplace/contracts/application'
import { BRAND } from '@marketplace/contracts/brand'
import type { Product } from '@marketplace/contracts/enumerations'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'
import { publicationStatus, type PublicationTimestamps } from './publication-status.ts'

/** What decides whether an application is in a list. */
export type ListableApplication = PublicationTimestamps & {
  slug: string
  name: string
  product: Product
  hidden: boolean
  underMaintenance: boolean
  theme: string | null
  customProps: CustomProps
}

/** Where a list is shown: which products it holds, which product is active, and whether the person is in beta mode. */
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

/** Slugs that are in no list unless the help desk is the active product (section 5). */
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

/** Whether this counts as 'All': its name is 'All', or what the list of all applications is called. */
export const isAllEntry = ({ name }: { name: string }, appsLabel: string): boolean => name === 'All' || name === appsLabel

/** Section 5, "apps hidden from lists", in the order in which a reason is named when several hold. */
const REASONS: readonly (readonly [
  NotListedReason,
  (application: ListableApplication, context: ListContext, now: Date) => boolean,
])[] = [
  ['not-published', (application, _, now) => !hasPage(application, now)],
  ['hidden', (application) => application.hidden],
  ['under-maintenance', (application) => application.underMaintenance],
  ['themed', (application) => Boolean(application.theme)],
  // It would stand beside the entry that leads to all of them.
  ['all-entry', (application) => isAllEntry(application, BRAND.allApps)],
  ['beta', (application, { beta }) => isInWrongBetaMode(application, beta)],
  ['legacy', (application, { product }) => product !== 'helpdesk' && LEGACY_SLUGS.has(application.slug)],
  ['other-product', (application, { lists }) => !lists.includes(application.product)],
]

// No reason but the first depends on time.
const ANY_TIME = new Date(0)

/** Whether this is a service: its page is under /services/ and it is in no list of applications (section 2). */
export const isService = ({ customProps }: WithCustomProps): boolean => isFlagSet(customProps, 'isService')

/**
 * Whether it has a page. Hidden, under maintenance, themed, beta and legacy ones keep theirs; only what is not published has none
 * (decisions, Catalogue).
 */
export const hasPage = (timestamps: PublicationTimestamps, now: Date): boolean =>
  publicationStatus(timestamps, now) === 'PUBLISHED'

/** The first reason why it is in no list here, or null where it is in them (section 5). */
export const whyNotListed = (application: ListableApplication, context: ListContext, now: Date): NotListedReason | null =>
  REASONS.find(([, holds]) => holds(application, context, now))?.[0] ?? null

/** Whether it would be in a list here if it were published: nothing but its publication is missing (decisions, "Coming soon"). */
export const wouldBeListed = (application: ListableApplication, context: ListContext): boolean =>
  REASONS.every(([reason, holds]) => reason === 'not-published' || !holds(application, context, ANY_TIME))

/** Whether it is in a list here, be it of applications or of services. */
export const isListed = (application: ListableApplication, context: ListContext, now: Date): boolean =>
  whyNotListed(application, context, now) === null

/** Whether it is in the lists of applications: listed, and not a service. */
export const isListedApplication = (application: ListableApplication, context: ListContext, now: Date): boolean =>
  !isService(application) && isListed(application, context, now)

/** Whether an expert is shown here: one who helps with a product that is in the lists, or who names none and helps with any. */
export const isShownExpert = ({ products }: { products: readonly Product[] }, { lists }: Pick<ListContext, 'lists'>): boolean =>
  products.length === 0 || products.some((product) => lists.includes(product))

/** Whether it is in the list of services: listed, and a service. */
export const isListedService = (application: ListableApplication, context: ListContext, now: Date): boolean =>
  isService(application) && isListed(application, context, now)
