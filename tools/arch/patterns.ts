// What may be written in one place only, as data.

/** What a file may import from the modules of Node that open connections: what listens, or only reads addresses. */
const OPENS_NOTHING = String.raw`(?:type \w+|createServer|isIP|BlockList|STATUS_CODES)`
const NODE_NETWORK = String.raw`['"](?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:/promises)?['"]`
/** What reaches the network by itself. A method of a port, such as `http.fetch(`, does not. */
const REACHES_NETWORK = new RegExp(
  [
    // The function of the platform: called, taken from the global object, or passed on.
    String.raw`(?<![.\w])fetch\(|\b(?:globalThis|global|window|self)\??\.fetch\b`,
    String.raw`(?:[=(,:{]|\?\?|\|\|)[ \t]*fetch[ \t]*(?:[,;)}.]|$)`,
    String.raw`\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\(`,
    // Modules of Node, of which a file imports more than what opens nothing.
    String.raw`^(?:im|ex)port (?!type\b)(?!\{\s*(?:${OPENS_NOTHING}(?: as \w+)?,?\s*)+\} from)[^'";]*from ${NODE_NETWORK}`,
    String.raw`\b(?:import|require)\(\s*${NODE_NETWORK}`,
    // Packages that speak to other servers. The rule on SQL has pg.
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
    // Of the choices of reviews the last one counts.
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
    // The payment sandbox is a program of its own, which has nothing of the server.
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
    // A request names the organization that it asks for, which is then looked for among the memberships. Tests make ids up.
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
    // The starter of the payment sandbox asks it on loopback whether it is ready. The silence of a connection to PostgreSQL is noticed on
    // its socket. The script for passkeys runs in the browser.
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
    // These read addresses from settings, registered clients, and the page that a host product has written.
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
