// Patterns of code that may occur in certain files only, as data.

/** Imports from Node's network modules that open no connection: they listen, or only read addresses. */
const OPENS_NOTHING = String.raw`(?:type \w+|createServer|isIP|BlockList|STATUS_CODES)`
const NODE_NETWORK = String.raw`['"](?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:/promises)?['"]`
/** Code that opens connections by itself. A method of a port, such as `http.fetch(`, does not match. */
const REACHES_NETWORK = new RegExp(
  [
    // The platform's fetch: called, taken from the global object, or passed on.
    String.raw`(?<![.\w])fetch\(|\b(?:globalThis|global|window|self)\??\.fetch\b`,
    String.raw`(?:[=(,:{]|\?\?|\|\|)[ \t]*fetch[ \t]*(?:[,;)}.]|$)`,
    String.raw`\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\(`,
    // Imports from Node's network modules, except those that open no connection.
    String.raw`^(?:im|ex)port (?!type\b)(?!\{\s*(?:${OPENS_NOTHING}(?: as \w+)?,?\s*)+\} from)[^'";]*from ${NODE_NETWORK}`,
    String.raw`\b(?:import|require)\(\s*${NODE_NETWORK}`,
    // Packages that connect to other servers. pg has a rule of its own, about SQL.
    String.raw`\b(?:from |import |(?:import|require)\(\s*)['"](?:undici|nodemailer|stripe|ws|axios|got|node-fetch|@(?:sentry|aws-sdk)/[\w-]+)['"]`,
  ].join('|'),
  'm',
)

/** Patterns that may occur in certain files only. */
export const RESTRICTED_PATTERNS: readonly { what: string; pattern: RegExp; in: RegExp; allowed: RegExp }[] = [
  {
    what: 'SQL belongs in repository.ts files and in db',
    pattern: /from 'drizzle-orm|from 'pg'|\bsql`/,
    in: /^(?:apps\/server|packages)\//,
    allowed: /^apps\/server\/src\/db\/|\/repository\.ts$/,
  },
  {
    what: 'a transaction is opened by inTransaction, in which no port reaches the network',
    pattern: /\.transaction\(/,
    in: /^apps\/server\/src\//,
    allowed: /^apps\/server\/src\/db\/(?:client|transaction)\.ts$/,
  },
  {
    what: 'rows and names are locked by db/locks.ts, in one order',
    pattern:
      /\.for\(\s*['"`](?:(?:no key )?update|(?:key )?share)\b|\bfor (?:no key update|key share)\b|\bfor (?:update|share)(?=\s*(?:[`'";)]|of\b|nowait|skip))|pg_(?:try_)?advisory_xact_lock/i,
    in: /^apps\/server\/src\//,
    allowed: /^apps\/server\/src\/db\/locks\.ts$/,
  },
  {
    what: 'a button that waits for its work is useAction, or stands on useOneRun of lib/use-one-run',
    pattern: /\bsetBusy\(true\)|\b(?:running|sending|busy|saving)\.current = true/,
    in: /^apps\/web\/src\//,
    // In the list of reviews the last choice wins, so a second choice must not wait for the first.
    allowed: /^apps\/web\/src\/(?:lib\/use-one-run|features\/ratings\/use-review-list)\.ts$/,
  },
  {
    what: 'text is escaped by escapeHtml of contracts/core/escape-html, for XML too',
    pattern: /\[&<>?["'\]]|\[<>?&|'&': '&|replace(?:All)?\((?:\/&\/|['"`]&['"`])/,
    in: /^(?:apps|packages)\//,
    // The sample applications represent third-party programs, which cannot import the marketplace's packages.
    allowed: /^packages\/contracts\/src\/core\/escape-html\.ts$|^apps\/sample-apps\/src\/pages\/document\.ts$/,
  },
  {
    what: 'secrets are compared by isSameSecret of core/is-same-secret, in constant time',
    pattern: /\btimingSafeEqual\b/,
    in: /^(?:apps|packages)\//,
    // The payment sandbox is a separate program, which cannot import the server's code.
    allowed: /^apps\/server\/src\/core\/is-same-secret\.ts$|^apps\/payments-sandbox\/src\/api\/client-secret\.ts$/,
  },
  {
    what: 'what SQL says of members is in organizations/repository.ts: isActiveMember and roleJson',
    pattern: /\b(?:\w|memberships)\.suspended\b/,
    in: /^apps\/server\/src\/(?:db|modules)\//,
    allowed: /^apps\/server\/src\/(?:modules\/organizations\/repository|db\/[\w/-]+)\.ts$/,
  },
  {
    what: 'an id of an organization is an OrganizationId of core/caller: of the caller, of a row, or vouched for',
    pattern: /\borganizationId\??: string\b|\bas OrganizationId\b/,
    in: /^apps\/server\/src\/(?:db|modules|demo)\//,
    // A request names an organization by its id, which the server then looks up among the memberships. Tests invent ids.
    allowed: /^apps\/server\/src\/modules\/oauth\/rules\/read-request\.ts$|\.test\.ts$/,
  },
  {
    what: 'the client of an application in SQL is clientIdOfApplication or clientIdOfNamed of db/client-of-application',
    pattern: /->> 'clientId'/,
    in: /^apps\/server\/src\//,
    allowed: /^apps\/server\/src\/db\/client-of-application\.ts$/,
  },
  {
    what: 'the environment is read in config, at the root and nowhere else',
    pattern: /process\.env|import\.meta\.env/,
    in: /^(?:apps|packages)\//,
    allowed:
      /^apps\/(?:(?:payments-sandbox|sample-host|sample-apps)\/src\/main\.ts|server\/src\/(?:main\.ts|cli\/open-store\.ts))$/,
  },
  {
    what: 'the domain, contracts and search are pure: pass the time and random numbers as arguments',
    pattern: /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\bperformance\./,
    in: /^packages\/(?:domain|contracts|search)\//,
    allowed: /^$/,
  },
  {
    what: 'only adapters reach the network: call a port, which refuses inside a transaction',
    pattern: REACHES_NETWORK,
    in: /^(?:apps\/server\/src|packages\/(?:contracts|domain|search|side-program|testkit)\/src)\//,
    // The starter of the payment sandbox asks the sandbox over loopback whether it is ready. db/silence watches the socket to PostgreSQL.
    // The script for passkeys runs in the browser.
    allowed:
      /^apps\/server\/src\/(?:adapters\/.+|runtime\/payments-sandbox|db\/silence|modules\/accounts\/pages\/passkey-script)\.ts$/,
  },
  {
    what: 'build internal links with the functions of paths',
    pattern: /\b(?:href|to|action)=(?:"\/|'\/|\{['"`]\/)/,
    in: /^apps\/web\/src\//,
    allowed: /^$/,
  },
  {
    what: 'parse a stranger’s address with URL.parse or splitTarget, which never throw',
    pattern: /\bnew URL\(/,
    in: /^(?:packages|apps\/server\/src\/(?:http|modules))\//,
    // These parse addresses from settings and registered clients, and the one that a host product passes to the host SDK.
    allowed:
      /^packages\/host-sdk\/src\/index\.ts$|^apps\/server\/src\/modules\/(?:oauth\/(?:authorize\/answer|pages\/form-context|rules\/redirect-uri)|clients\/storefront-client)\.ts$/,
  },
  {
    what: 'zod, TanStack Query and react-hook-form stay in the workspace',
    pattern:
      /from '(?:zod|@tanstack|react-hook-form|@hookform)|^import \{[^}]*\} from '@marketplace\/contracts\/(?:[a-z-]+\/(?:[a-z-]+-)?(?:schemas|endpoints?|calls|line|fields)|api\/endpoints)/m,
    in: /^apps\/web\/src\//,
    allowed: /^apps\/web\/src\/workspace\//,
  },
]
