// The rules of the architecture as data: which code may import which, and what may occur where. The only
// exceptions are the files that patterns.ts names beside a pattern.

/** A layer: the files whose path matches `files`, and the other layers that they may import. */
export type Layer = { name: string; files: RegExp; mayImport: readonly string[] }

/**
 * From the lowest layer to the highest. A file belongs to the first layer that matches; importing a file without a layer is a violation.
 */
export const LAYERS: readonly Layer[] = [
  { name: 'contracts', files: /^packages\/contracts\//, mayImport: [] },
  { name: 'domain', files: /^packages\/domain\//, mayImport: ['contracts'] },
  { name: 'search', files: /^packages\/search\//, mayImport: ['domain'] },
  { name: 'testkit', files: /^packages\/testkit\//, mayImport: ['contracts', 'domain'] },

  // Code for browsers: what host products add to their pages, and the side of a page that hosts applications in frames.
  { name: 'host sdk', files: /^packages\/host-sdk\//, mayImport: ['contracts'] },
  { name: 'app frame', files: /^packages\/app-frame\//, mayImport: [] },

  { name: 'server: core', files: /^apps\/server\/src\/core\//, mayImport: ['contracts', 'domain'] },
  { name: 'server: config', files: /^apps\/server\/src\/config\//, mayImport: ['contracts'] },
  { name: 'server: ports', files: /^apps\/server\/src\/ports\//, mayImport: ['contracts', 'search', 'server: core'] },
  { name: 'server: db', files: /^apps\/server\/src\/db\//, mayImport: ['contracts', 'domain', 'server: core'] },
  {
    name: 'server: adapters',
    files: /^apps\/server\/src\/adapters\//,
    mayImport: ['contracts', 'domain', 'search', 'server: core', 'server: ports'],
  },
  { name: 'server: runtime', files: /^apps\/server\/src\/runtime\//, mayImport: [] },
  { name: 'server: http', files: /^apps\/server\/src\/http\//, mayImport: ['contracts', 'domain', 'server: core'] },
  {
    name: 'server: modules',
    files: /^apps\/server\/src\/modules\//,
    mayImport: [
      'contracts',
      'domain',
      'search',
      'server: core',
      'server: db',
      'server: ports',
      'server: adapters',
      'server: http',
    ],
  },
  {
    name: 'server: demo',
    files: /^apps\/server\/src\/demo\//,
    mayImport: ['contracts', 'domain', 'server: core', 'server: db', 'server: ports', 'server: modules'],
  },
  {
    name: 'server: root',
    files: /^apps\/server\/src\/[a-z-]+\.ts$|^apps\/server\/src\/cli\//,
    mayImport: [
      'contracts',
      'domain',
      'server: core',
      'server: config',
      'server: ports',
      'server: db',
      'server: adapters',
      'server: runtime',
      'server: http',
      'server: modules',
      'server: demo',
    ],
  },

  // Shared code of the programs that run beside the server in the demo and in tests: it reads settings, listens and stops.
  { name: 'side program', files: /^packages\/side-program\//, mayImport: [] },

  { name: 'sandbox: ledger', files: /^apps\/payments-sandbox\/src\/ledger\//, mayImport: [] },
  { name: 'sandbox: cards', files: /^apps\/payments-sandbox\/src\/cards\//, mayImport: ['sandbox: ledger'] },
  {
    name: 'sandbox: api',
    files: /^apps\/payments-sandbox\/src\/api\//,
    mayImport: ['contracts', 'sandbox: cards', 'sandbox: ledger'],
  },
  {
    name: 'sandbox: webhooks',
    files: /^apps\/payments-sandbox\/src\/webhooks\//,
    mayImport: ['sandbox: api', 'sandbox: ledger'],
  },
  {
    name: 'sandbox: pages',
    files: /^apps\/payments-sandbox\/src\/pages\//,
    mayImport: ['contracts', 'sandbox: api', 'sandbox: ledger'],
  },
  // Runs in browsers, one file at a time.
  { name: 'sandbox: browser', files: /^apps\/payments-sandbox\/src\/browser\//, mayImport: [] },
  {
    name: 'sandbox: root',
    files: /^apps\/payments-sandbox\/src\/[a-z]+\.ts$/,
    mayImport: ['contracts', 'side program', 'sandbox: pages', 'sandbox: webhooks', 'sandbox: api', 'sandbox: ledger'],
  },

  // Runs in browsers.
  {
    name: 'sample host: browser',
    files: /^apps\/sample-host\/src\/browser\//,
    mayImport: ['contracts', 'app frame', 'host sdk'],
  },
  { name: 'sample host: pages', files: /^apps\/sample-host\/src\/pages\//, mayImport: ['contracts'] },
  { name: 'sample host: root', files: /^apps\/sample-host\//, mayImport: ['contracts', 'side program', 'sample host: pages'] },
  { name: 'sample apps', files: /^apps\/sample-apps\//, mayImport: ['side program'] },

  { name: 'web: lib', files: /^apps\/web\/src\/lib\//, mayImport: ['contracts', 'domain'] },
  { name: 'web: ui', files: /^apps\/web\/src\/ui\//, mayImport: ['web: lib'] },
  { name: 'web: features', files: /^apps\/web\/src\/features\//, mayImport: ['contracts', 'domain', 'web: ui', 'web: lib'] },
  // Code that the documents of both halves of the web share. The halves never import each other (docs/decisions/0040).
  {
    name: 'web: shell',
    files: /^apps\/web\/src\/shell\//,
    mayImport: ['contracts', 'domain', 'web: features', 'web: ui', 'web: lib'],
  },
  {
    name: 'web: storefront pages',
    files: /^apps\/web\/src\/storefront\/pages\//,
    mayImport: ['contracts', 'domain', 'web: features', 'web: ui', 'web: lib'],
  },
  {
    name: 'web: storefront app',
    files: /^apps\/web\/src\/storefront\/app\//,
    mayImport: ['contracts', 'domain', 'web: shell', 'web: storefront pages', 'web: features', 'web: ui', 'web: lib'],
  },
  { name: 'web: workspace data', files: /^apps\/web\/src\/workspace\/data\//, mayImport: ['contracts', 'domain', 'web: lib'] },
  {
    name: 'web: workspace kit',
    files: /^apps\/web\/src\/workspace\/kit\//,
    mayImport: ['contracts', 'domain', 'web: workspace data', 'web: ui', 'web: lib'],
  },
  {
    name: 'web: workspace pages',
    files: /^apps\/web\/src\/workspace\/pages\//,
    mayImport: [
      'contracts',
      'app frame',
      'domain',
      'web: shell',
      'web: workspace kit',
      'web: workspace data',
      'web: features',
      'web: ui',
      'web: lib',
    ],
  },
  {
    name: 'web: workspace app',
    files: /^apps\/web\/src\/workspace\/app\//,
    mayImport: [
      'contracts',
      'domain',
      'web: shell',
      'web: workspace pages',
      'web: workspace kit',
      'web: workspace data',
      'web: features',
      'web: ui',
      'web: lib',
    ],
  },
]

/**
 * Commands that are run from outside may import every layer and the tests' helpers. They too import modules through index.ts only, and may
 * have no cycles.
 */
export const OUTSIDE_LAYERS = /^(?:tools|bench)\//

/**
 * Parts of a layer that may import each other through their index.ts only (`entry`), or not at all (null). The first group of `of`
 * is the part's name.
 */
export const PARTS: readonly { name: string; of: RegExp; entry: RegExp | null }[] = [
  {
    name: 'a module of the server',
    of: /^apps\/server\/src\/modules\/([^/]+)\//,
    entry: /^apps\/server\/src\/modules\/[^/]+\/index\.ts$/,
  },
  { name: 'a feature of the web', of: /^apps\/web\/src\/features\/([^/]+)\//, entry: null },
]
export const MODULES = 'apps/server/src/modules/'
/** Code outside the modules also imports a module through its index.ts only. */
export const MODULE_ENTRY = /^apps\/server\/src\/modules\/[^/]+\/index\.ts$/

/**
 * How long a file may be, in lines: none may be longer than `mostLines`, and 95 of 100 files that are not tests must be under `usualLines`
 * (docs/decisions/0058).
 */
export const LENGTH_RULE = {
  folders: ['apps', 'packages', 'e2e', 'tools', 'bench'],
  files: /\.(?:tsx?|mjs|css)$/,
  tests: /\.(?:test|spec)\.tsx?$|\/test\/|^e2e\//,
  mostLines: 400,
  usualLines: 200,
} as const

/**
 * The fewest lines of test for each line of source (`least`) in these folders. They contain money, permissions and states, where a mistake
 * costs most.
 */
export const TEST_RULE = {
  folders: ['apps/server/', 'packages/domain/', 'packages/contracts/'],
  files: /\.tsx?$/,
  tests: /\.test\.tsx?$|^apps\/server\/test\//,
  least: 0.9,
} as const

/**
 * The server's modules from low to high. A module imports lower ones only, so a use case that writes in several modules belongs to the
 * highest of them, and readers can see from the order which modules a module may depend on.
 */
export const MODULE_ORDER: readonly string[] = [
  'audit',
  'jobs',
  'mail',
  'idempotency',
  'pictures',
  'organizations',
  'clients',
  'consents',
  'catalogue',
  'application-rules',
  'webhooks',
  'billing',
  'charges',
  'installs',
  'carts',
  'purchasing',
  'estate',
  'access-requests',
  'accounts',
  'oauth',
  'ratings',
  'partners',
  'search',
  'pages',
  'analytics',
  'system',
]

/** The module that writes each table, or 'db'. Other modules read it through the owner's functions, or join it in queries. */
export const TABLE_OWNERS: ReadonlyMap<string, string> = new Map([
  ['auditEvents', 'audit'],
  ['mails', 'mail'],
  ['idempotencyKeys', 'idempotency'],
  ['pictures', 'pictures'],
  ['categories', 'catalogue'],
  ['developers', 'catalogue'],
  ['applications', 'catalogue'],
  ['plans', 'catalogue'],
  ['resources', 'catalogue'],
  ['organizations', 'organizations'],
  ['memberships', 'organizations'],
  ['licenses', 'organizations'],
  ['oauthClients', 'clients'],
  ['tokens', 'clients'],
  ['consents', 'consents'],
  ['webhookEndpoints', 'webhooks'],
  ['webhookEvents', 'webhooks'],
  ['webhookAttempts', 'webhooks'],
  ['billingProfiles', 'billing'],
  ['cards', 'billing'],
  ['taxRates', 'billing'],
  ['coupons', 'billing'],
  ['couponRedemptions', 'billing'],
  ['paymentAttempts', 'billing'],
  ['sales', 'billing'],
  ['ledgerEntries', 'billing'],
  ['refunds', 'billing'],
  ['payouts', 'billing'],
  ['statements', 'billing'],
  ['documentNumbers', 'billing'],
  ['invoices', 'billing'],
  ['recurrentCharges', 'charges'],
  ['directCharges', 'charges'],
  ['chargePeriods', 'charges'],
  ['chargeChanges', 'charges'],
  ['shownCharges', 'charges'],
  ['entitlements', 'charges'],
  ['trials', 'charges'],
  ['carts', 'carts'],
  ['cartItems', 'carts'],
  ['providerEvents', 'purchasing'],
  ['installations', 'installs'],
  ['awaitingApps', 'installs'],
  ['uninstallReceipts', 'installs'],
  ['applicationRules', 'application-rules'],
  ['ruledApplications', 'application-rules'],
  ['accessRequests', 'access-requests'],
  ['accounts', 'accounts'],
  ['sessions', 'accounts'],
  ['passwordResets', 'accounts'],
  ['signUps', 'accounts'],
  ['authenticatorApps', 'accounts'],
  ['passkeys', 'accounts'],
  ['recoveryCodes', 'accounts'],
  ['signInSteps', 'accounts'],
  ['usedChallenges', 'accounts'],
  ['ratings', 'ratings'],
  ['ratingTotals', 'ratings'],
  ['ratingShares', 'ratings'],
  ['reviewAnswers', 'ratings'],
  ['reviewReports', 'ratings'],
  ['experts', 'partners'],
  ['expertComments', 'partners'],
  ['prospects', 'partners'],
  ['campaigns', 'partners'],
  ['expertInquiries', 'partners'],
  ['expertInquiryRecipients', 'partners'],
  ['prospectWaiting', 'partners'],
  ['expertVisits', 'partners'],
  ['prospectVisits', 'partners'],
  ['searchSynonyms', 'search'],
  ['searchMisses', 'search'],
  ['eventCounts', 'analytics'],
  ['facts', 'db'],
])

/**
 * A function of a repository that locks takes a Transaction, so that the compiler refuses the pool. lockFreeRows is an exception: it locks
 * without waiting, in one statement.
 */
export const LOCK_RULE = {
  in: /^apps\/server\/src\/modules\/.*\/repository\.ts$/,
  locks: /\b(?:lockRows|lockName|lockTogether|lockByWriting)\(/,
  takes: /: Transaction\b/,
  not: /: (?:Queryable|Database)\b/,
} as const

/**
 * A function that writes more than once takes a Transaction or opens one, so that all of its writes are committed or none. With a Queryable
 * (`either`) it could be called with the pool, where each statement is committed by itself. A function with the pool may delete more than
 * once (`deletes`), because the next run deletes the rest. `apart` names the other functions whose writes are committed one by one, with
 * the reason.
 */
export const WRITE_RULE = {
  in: /^apps\/server\/src\/(?:modules|demo)\//,
  given: /: (?:Queryable|Transaction)\b/,
  either: /: Queryable\b/,
  pool: /: Database\b/,
  inside: /: Transaction\b|\binTransaction\(/,
  deletes: /^(?:delete|remove)/,
  /** The functions of db that write. */
  writers: ['insertAtEnd', 'writeAtEnd'],
  apart: new Map([
    ['createPaymentRunner', 'a lease is committed before the provider is asked, and returned afterwards'],
    ['createIdempotencyStore', 'a key is committed before the work, and its answer after it'],
    ['deliverMail', 'a mail is claimed before the mail server is asked, and its answer is recorded afterwards'],
    ['receiveEvent', 'an event is committed before its handler asks the provider'],
    ['registerVisitorRoutes', 'each of its handlers writes once'],
    ['noteShown', 'the oldest rows are deleted after new ones are written; if that fails, the next call deletes them'],
  ]),
} as const

/** Folders whose comments, test names and pages cite only documents of this repository. Add a folder once it is clean. */
export const CLEAN_FOLDERS: readonly string[] = [
  'packages',
  'docs',
  'apps/server/src',
  'apps/web',
  'apps/payments-sandbox',
  'apps/sample-apps',
  'apps/sample-host',
  'bench',
  'e2e',
]

/** Words that cite a document which the repository does not have. */
export const FOREIGN_CITATIONS: readonly RegExp[] = [
  /\bsections? \d+/i,
  /\b(?:the|our|this) specification\b(?! of\b)/i,
  /\bspecification(?:[’']s)?(?:,| sections?\b)/i,
  /(?<=\s)\((?:contract|decisions?|specification)(?:,|:|\))/i,
  /\b(?:contract|decisions), ["“A-Z]/,
  /(?:^|[\s"'(`])\.\.\/shared\//,
]
