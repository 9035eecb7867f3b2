// The events that the marketplace counts: docs/product/analytics.md. This file has no schemas, so that the browser can load it.

type Values = readonly [string, ...string[]]

/**
 * The declaration of an event. `application`: whether it has the id of an application. `detail`: the possible words of its one further
 * property, if it has one. `local`: properties that only the page's dataLayer gets, never the marketplace's server.
 */
export type EventDeclaration = {
  summary: string
  application: 'always' | 'sometimes' | 'never'
  detail: { says: string; values: Values } | null
  local: readonly string[]
}

/** The kinds of pages, each as one word. */
export const PAGE_WORDS = [
  'home',
  'listing',
  'search',
  'application',
  'developers',
  'developer',
  'experts',
  'expert',
  'campaign',
  'coming-soon',
  'sign-in',
  'open-application',
  'not-found',
  'server-error',
  'my-apps',
  'own-apps',
  'cart',
  'checkout',
  'thank-you',
  'billing',
  'console',
  'operator',
  'other',
] as const
export type PageWord = (typeof PAGE_WORDS)[number]

/** The kinds of purchases. */
export const PURCHASES = ['cart', 'direct_charge', 'recurrent_charge'] as const
export const REFUSALS = ['permission', 'licence', 'plan', 'payment', 'rule', 'server', 'network'] as const
export type RefusalWord = (typeof REFUSALS)[number]

const event = <const Declared extends EventDeclaration>(declared: Declared): Declared => declared
const plain = { application: 'never', detail: null, local: [] } as const
const ofApplication = { ...plain, application: 'always' } as const

/** All events. Undeclared events are not counted. */
export const EVENTS = {
  pageview: event({
    ...plain,
    summary: 'A page has come up',
    detail: { says: 'the kind of page', values: PAGE_WORDS },
    local: ['path'],
  }),
  application_viewed: event({ ...ofApplication, summary: 'The page of an application or service has come up' }),
  search_opened: event({ ...plain, summary: 'The search was opened' }),
  search: event({
    ...plain,
    summary: 'The results of a search have come up on their page',
    detail: { says: 'how much it found', values: ['none', 'few', 'many'] },
  }),
  search_hit_opened: event({
    ...plain,
    summary: 'A result of the search was opened',
    detail: { says: 'its place in the list', values: ['first', 'second', 'third', 'later'] },
  }),
  filter_used: event({
    ...plain,
    summary: 'A list was filtered or sorted',
    detail: {
      says: 'by what',
      values: [
        'kind',
        'categories',
        'payment',
        'compatibility',
        'placement',
        'services',
        'language',
        'country',
        'industry',
        'verified',
        'sort',
      ],
    },
  }),
  install: event({ ...ofApplication, summary: 'An application was installed' }),
  install_refused: event({
    ...ofApplication,
    summary: 'An application could not be installed',
    detail: { says: 'what kept it from that', values: REFUSALS },
  }),
  application_event: event({
    ...ofApplication,
    summary: 'An application that is open in our frame has counted something of its own',
    detail: { says: 'where it is open', values: ['fullscreen', 'settings'] },
  }),
  uninstall: event({
    ...ofApplication,
    summary: 'An application was uninstalled',
    detail: { says: 'whether a reason was written, and never which', values: ['reason', 'no-reason'] },
  }),
  access_requested: event({ ...ofApplication, summary: 'An administrator was asked to install an application' }),
  announcement_awaited: event({ ...ofApplication, summary: 'A person asks to be told when an application is published' }),
  buy_clicked: event({ ...ofApplication, summary: '"Buy" was pressed' }),
  add_to_cart: event({ ...ofApplication, summary: 'An application was put into the cart' }),
  checkout_started: event({ ...plain, summary: 'A checkout was opened', detail: { says: 'of what', values: PURCHASES } }),
  app_purchased: event({
    ...plain,
    application: 'sometimes',
    summary: 'A purchase succeeded: for a cart once, for each application in it once more with its id',
    detail: { says: 'what was bought', values: PURCHASES },
  }),
  purchase_failed: event({
    ...plain,
    summary: 'A purchase did not succeed',
    detail: { says: 'what of', values: PURCHASES },
  }),
  rating_sent: event({
    ...ofApplication,
    summary: 'An application was rated',
    detail: { says: 'stars', values: ['1', '2', '3', '4', '5'] },
  }),
  expert_visited: event({ ...plain, summary: 'The page of an expert has come up' }),
  expert_message_sent: event({ ...plain, summary: 'A message was sent to an expert' }),
  expert_review_sent: event({ ...plain, summary: 'An expert was reviewed' }),
  waiting_list_joined: event({ ...plain, summary: 'A person joins the waiting list of an expert' }),
  signed_in: event({ ...plain, summary: 'A person who was not signed in signs in' }),
  error_shown: event({
    ...plain,
    summary: 'Something failed, and the person was told',
    detail: { says: 'what', values: ['not-found', 'server-error', 'network', 'blocked', 'screen'] },
  }),
  consent: event({
    ...plain,
    summary: 'A person answers the question about tracking',
    detail: { says: 'how', values: ['granted', 'denied'] },
  }),
} as const satisfies Readonly<Record<string, EventDeclaration>>

export type EventName = keyof typeof EVENTS

type OfApplication<Declared extends EventDeclaration> = Declared['application'] extends 'always'
  ? { application: string }
  : Declared['application'] extends 'sometimes'
    ? { application?: string }
    : unknown
type OfDetail<Declared extends EventDeclaration> = Declared['detail'] extends { values: readonly (infer Word)[] }
  ? { detail: Word }
  : unknown
/** The data of an event. */
export type EventData<Name extends EventName> = OfApplication<(typeof EVENTS)[Name]> &
  OfDetail<(typeof EVENTS)[Name]> & { [Local in (typeof EVENTS)[Name]['local'][number]]: string }

/** The declaration of an event by its name, which may be untrusted; undefined if there is none. */
export const findEvent = (name: string): EventDeclaration | undefined =>
  Object.hasOwn(EVENTS, name) ? EVENTS[name as EventName] : undefined

/** An event as it is sent to the marketplace's server: without personal data, free text and addresses. */
export type SentEvent = { event: string; application?: string; detail?: string }

/** The most events of one request, and the most bytes. */
export const MOST_EVENTS = 50
export const MOST_EVENT_BYTES = 16 * 1024
/** The longest range of days that can be read at once. */
export const MOST_DAYS = 100
/** The prefix of paths in analytics. */
export const ANALYTICS_ROOT = '/marketplace'
/** The product id that is sent with an identified person. */
export const ANALYTICS_PRODUCT = 'lc2'
