// The expected status of every endpoint for every kind of caller. permissions.test.ts checks it.
import type { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import type { TestMarketplace } from './marketplace.ts'
import { type Role, ROLES } from '@marketplace/contracts/core/roles'
import { purchasingRows } from './permission-rows-purchasing.ts'
import { cartRows } from './permission-rows-carts.ts'
import { payoutRows } from './permission-rows-payouts.ts'
import { chargeRows } from './permission-rows-charges.ts'
import { billingRows } from './permission-rows-billing.ts'
import { partnersRows } from './permission-rows-partners.ts'
import { analyticsRows } from './permission-rows-analytics.ts'
import { estateRows } from './permission-rows-estate.ts'
import { invoiceRows } from './permission-rows-invoices.ts'
import { ratingRows } from './permission-rows-ratings.ts'
import { webhookRows } from './permission-rows-webhooks.ts'

/**
 * The kinds of callers. The roles, `suspended`, `left` and `elsewhere` belong to the organization that owns the requested data:
 * `suspended` is a suspended owner, `left` a former member, `elsewhere` sends another region.
 */
export const CALLERS = [
  'nobody',
  'bogus',
  ...ROLES,
  'suspended',
  'left',
  'elsewhere',
  /** The owner of another organization. */
  'stranger',
  /** The marketplace's staff, in its own organization. */
  'staff',
  /** Staff who browse as the owner. */
  'ghost',
  /** The owner with a third-party application's client. All other callers use the storefront's. */
  'application',
] as const
export type CallerName = (typeof CALLERS)[number]

/** Ids for requests: those of the organization, or unknown ones. */
export type Ids = {
  application: string
  account: string
  coming: string
  clientId: string
  /** A cart for live chat, an application in it, and that application's plan. */
  cart: string
  sold: string
  plan: string
  recurrentCharge: string
  endedCharge: string
  directCharge: string
  invoice: string
  sale: string
  /** A card that was entered at the payment provider. */
  card: string
}

type Statuses = Readonly<Record<CallerName, number>>
export type PermissionRow = {
  /** A valid request for the owner. */
  request: (ids: Ids) => { params?: Record<string, string>; query?: string; body?: object; form?: string }
  /** Installs the application before the request. */
  installed?: true
  /** Gives every customer a cart before the request. */
  carts?: true
  /** Other preparations for the request. */
  before?: (market: TestMarketplace, ids: Ids, caller: CallerName) => Promise<void>
  expected: Statuses
}

const all = (status: number, over: Partial<Statuses> = {}): Statuses => ({
  ...(Object.fromEntries(CALLERS.map((caller) => [caller, status])) as Statuses),
  ...over,
})

/** The same status for everybody, with or without a token. */
const anyone = (status: number, request: PermissionRow['request'] = () => ({})): PermissionRow => ({
  request,
  expected: all(status),
})

/** 401 without a valid token (also for former and suspended members), 421 in another region; otherwise the given statuses. */
const signedIn = (
  status: number,
  request: PermissionRow['request'] = () => ({}),
  over: Partial<Statuses> = {},
): PermissionRow => ({
  request,
  expected: all(status, { nobody: 401, bogus: 401, suspended: 401, left: 401, elsewhere: 421, ...over }),
})

const NOT_THEIRS = { stranger: 404, staff: 404 }
/** For members of the organization. All other callers get 404. */
const ofOrganization = (request: PermissionRow['request']): PermissionRow => signedIn(200, request, NOT_THEIRS)

/** A client must not tell other clients which consents it has. */
const NOT_BY_ANOTHER_CLIENT = { application: 403 }

const WITHOUT_RIGHTS: readonly Role[] = ['viewer', 'normal', 'member']
/** For members who may install applications, in the organization that owns the application. */
const whoInstalls = (request: PermissionRow['request']): PermissionRow =>
  signedIn(200, request, { ...Object.fromEntries(WITHOUT_RIGHTS.map((role) => [role, 403])), ...NOT_THEIRS })

const ofApplication =
  (body?: object): PermissionRow['request'] =>
  ({ application }) => ({ params: { id: application }, ...(body && { body }) })

export const ROWS: Readonly<Record<keyof typeof ENDPOINTS, PermissionRow>> = {
  // The site
  getHealth: anyone(200),
  getReadiness: anyone(200),
  // For this machine only; the test's requests come from other addresses.
  getMetrics: anyone(403),
  getOpenApi: anyone(200),
  getDocs: anyone(200),
  getAsset: anyone(404, () => ({ params: { '*': 'nothing.js' } })),
  getPicture: anyone(404, () => ({ params: { id: '0'.repeat(32), file: '64.webp' } })),
  getSocialPicture: anyone(404, () => ({ params: { id: '0'.repeat(32) } })),
  getMarketplacePicture: anyone(200),
  getFavicon: anyone(200),
  getSitemap: anyone(200),
  getRobots: anyone(200),
  getPageData: anyone(200, () => ({ params: { '*': 'index/page-data.json' } })),
  getSliceData: anyone(200, () => ({ params: { '*': 'site.json' } })),
  getPage: anyone(200, () => ({ params: { '*': 'apps/' } })),

  // Public reads of the catalogue and of partners
  listPublishedApplications: anyone(200),
  getPublishedApplication: anyone(200, () => ({ params: { slug: 'plain' } })),
  // The organization's application is private, so this public endpoint never finds it.
  listApplicationResources: anyone(404, ofApplication()),
  ...ratingRows(signedIn, anyone),
  getDeveloperProfile: anyone(404, () => ({ params: { id: 'nobody' } })),
  listExperts: anyone(200),
  getExpert: anyone(404, () => ({ params: { id: 'nobody' } })),
  listProspects: anyone(200),
  searchMarketplace: anyone(200),
  searchIndexes: anyone(200, () => ({ params: { index: '*' }, body: { requests: [{ indexName: 'apps' }] } })),
  searchIndex: anyone(200, () => ({ params: { index: 'apps' }, body: {} })),
  searchFacetValues: anyone(200, () => ({ params: { index: 'apps', facet: 'category.name' }, body: {} })),
  awaitApplication: anyone(200, ({ coming }) => ({ body: { application_id: coming, email: 'ada@example.test' } })),

  // An organization's own and installed applications
  listApplications: signedIn(200),
  listReviewedApplications: signedIn(200),
  listPrivateApplications: signedIn(200),
  getOwnApplicationPage: ofOrganization(ofApplication()),
  listInstalledApplications: signedIn(200),
  installApplication: whoInstalls(ofApplication()),
  uninstallApplication: { ...whoInstalls(ofApplication({ reason: 'Why not.' })), installed: true },
  getInstance: ofOrganization(ofApplication()),
  changeInstance: { ...whoInstalls(ofApplication({ setup: 'done' })), installed: true },
  changeInstanceAgents: {
    ...whoInstalls(({ application, account }) => ({ params: { id: application }, body: { agents: [account] } })),
    installed: true,
  },
  listMarketProducts: signedIn(200),
  listAgents: signedIn(200),
  getLicense: signedIn(200),
  listSubscriptions: signedIn(200),
  ...purchasingRows(signedIn, anyone),
  ...cartRows(signedIn),

  // Charges
  ...chargeRows(signedIn),
  ...billingRows(signedIn),

  // The accounts server's pages. They identify people by a cookie, and none of these requests names a client
  authorize: anyone(400),
  signInPage: anyone(400),
  signUpPage: anyone(400),
  signUpBesidePage: anyone(400),
  signIn: anyone(400, () => ({ form: 'email=a%40b.test&password=wrong' })),
  signUp: anyone(400, () => ({ form: 'email=a%40b.test&password=wrong' })),
  openSignUpLink: anyone(400),
  finishSignUp: anyone(400, () => ({ form: 'token=none&password=wrong' })),
  forgotPage: anyone(200),
  askForReset: anyone(200, () => ({ form: 'email=a%40b.test' })),
  resetPage: anyone(400),
  submitReset: anyone(400, () => ({ form: 'token=none&next=wrong' })),
  showOutbox: anyone(404, () => ({ params: { id: 'none' } })),
  accountPage: anyone(200),
  signInToAccount: anyone(401, () => ({ form: 'email=a%40b.test&password=wrong' })),
  changePassword: anyone(303, () => ({ form: 'current=wrong&next=wrong' })),
  endOwnSessions: anyone(303, () => ({ form: 'session=others' })),
  signOut: anyone(303, () => ({ form: '' })),
  takeBackAccess: anyone(303, () => ({ form: 'client=a&organization=b' })),
  passSecondFactor: anyone(400, () => ({ form: 'step=none&code=123456' })),
  signInWithPasskey: anyone(401, () => ({ form: 'passkey=none' })),
  passkeyOptions: anyone(200),
  passkeyScript: anyone(200),
  addPasskey: anyone(303, () => ({ form: 'passkey=none' })),
  secondFactorPage: anyone(302),
  setUpApp: anyone(303, () => ({ form: '' })),
  removeSecondFactor: anyone(303, () => ({ form: 'factor=app' })),
  changeSecondFactorRule: anyone(303, () => ({ form: 'organization=a&rule=required' })),
  makeRecoveryCodes: anyone(303, () => ({ form: '' })),
  giveConsent: anyone(400, () => ({ form: 'agree=yes' })),
  getOpenIdConfiguration: anyone(200),

  ...invoiceRows(signedIn),
  ...payoutRows(signedIn),
  ...webhookRows(signedIn),
  ...partnersRows(signedIn, anyone),
  ...analyticsRows(anyone, signedIn),
  ...estateRows(signedIn),

  // The accounts server's API
  issueToken: anyone(400, () => ({ body: { grant_type: 'password' } })),
  getPublicClient: anyone(200, ({ clientId }) => ({ params: { id: clientId } })),
  // It answers about the token of the request, so it needs a valid one.
  getTokenInfo: signedIn(200),
  revokeToken: signedIn(200),
  endSessions: signedIn(200),
  listAccounts: signedIn(200),
  getOwnAccount: signedIn(200),
  getAccount: ofOrganization(({ account }) => ({ params: { id: account } })),
  listOrganizations: signedIn(200),
  listRoles: signedIn(200),
  getConsentStatus: signedIn(200, ({ clientId }) => ({ params: { id: clientId } }), NOT_BY_ANOTHER_CLIENT),
  removeConsent: signedIn(
    200,
    ({ clientId }) => ({ params: { id: clientId }, body: { coverage: 'account' } }),
    NOT_BY_ANOTHER_CLIENT,
  ),
  startGhostLogin: signedIn(403, ({ account }) => ({ params: { id: account } }), { staff: 200 }),
  // People who may install it themselves cannot request it.
  requestInvitation: signedIn(200, ({ application }) => ({ body: { product: 'livechat', application_id: application } }), {
    owner: 422,
    viceowner: 422,
    administrator: 422,
    ghost: 422,
    application: 422,
    ...NOT_THEIRS,
  }),
}
