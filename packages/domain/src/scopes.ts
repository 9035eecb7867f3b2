import { BRAND } from '@marketplace/contracts/brand'
import { type Scope, SCOPES } from '@marketplace/contracts/roles'

/** Groups of permissions for display, in the order in which they are shown (section 3, "Permission scope groups"). */
export const SCOPE_GROUPS = [
  'Onboarding',
  'Usage',
  'Home screen',
  'Chats',
  'Customers',
  'Archives',
  'Agents',
  'Chatbots',
  'Groups',
  'Tickets',
  'Reports',
  'Webhooks and integrations',
  'Subscription',
  'Sessions',
  'Settings',
  'Organization settings',
  'Developers program',
  'Tools',
] as const
export type ScopeGroup = (typeof SCOPE_GROUPS)[number]

/**
 * What the host products' scopes are about. A key also stands for what is below it: `customers` for `customers.ban`. The names
 * are those of section 6 and of the products' public list of scopes.
 */
const GROUP_OF: Readonly<Record<string, ScopeGroup>> = {
  onboarding: 'Onboarding',
  usage: 'Usage',
  limits: 'Usage',
  home_screen: 'Home screen',
  chats: 'Chats',
  customers: 'Customers',
  visitors: 'Customers',
  archives: 'Archives',
  agents: 'Agents',
  'agents-bot': 'Chatbots',
  bots: 'Chatbots',
  chatbots: 'Chatbots',
  groups: 'Groups',
  teams: 'Groups',
  tickets: 'Tickets',
  mailboxes: 'Tickets',
  reports: 'Reports',
  webhooks: 'Webhooks and integrations',
  integrations: 'Webhooks and integrations',
  hd_integrations: 'Webhooks and integrations',
  subscription: 'Subscription',
  billing: 'Subscription',
  sessions: 'Sessions',
  settings: 'Settings',
  properties: 'Settings',
  access_rules: 'Settings',
  organization: 'Organization settings',
  accounts: 'Organization settings',
  dev_platform: 'Developers program',
  dps: 'Developers program',
  tools: 'Tools',
  tags: 'Tools',
  canned_responses: 'Tools',
  greetings: 'Tools',
  multicast: 'Tools',
}

/**
 * The shape of a host product's scope: what it is about, whose (--my, --all, …), and a mode. Without that strictness a scope of a
 * third party such as `tickets:read` would be announced as access to the host product.
 */
const HOST_SCOPE = /^([a-z]+(?:[._-][a-z]+)*?)(?:--[a-z]+)?(?::(?:ro|rw|rc|own)|_(?:read|write|manage|admin))$/
/** Scopes of the developer program have names without a mode (section 6: "dps.* developer-program scopes"). */
const DEVELOPER_PROGRAM = /^(dps)\.[a-z]/

const groupOf = (scope: string): ScopeGroup | null => {
  const about = HOST_SCOPE.exec(scope)?.[1] ?? DEVELOPER_PROGRAM.exec(scope)?.[1]
  for (let rest = about ?? ''; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('.')))) {
    if (Object.hasOwn(GROUP_OF, rest)) return GROUP_OF[rest] ?? null
  }
  return null
}

/** Section 3, to the letter: "read-only unless a scope contains write, :rw, manage or :rc". */
const canWrite = (scope: string): boolean => /write|:rw|manage|:rc/.test(scope)

/**
 * What an application may do once installed, for people (sections 3 and 6): the groups its scopes belong to, in the order of
 * SCOPE_GROUPS, each once and `write` as soon as one scope is; and the scopes that are not the host products', as given, each once.
 */
export const describeScopes = (scopes: readonly { name: string; required: boolean }[]): Described =>
  describe(
    scopes.map(({ name }) => name),
    canWrite,
  )

type Described = { access: { group: ScopeGroup; mode: 'read' | 'write' }[]; other: string[] }

const describe = (scopes: readonly string[], writes: (scope: string) => boolean): Described => {
  const modes = new Map<ScopeGroup, 'read' | 'write'>()
  const other = new Set<string>()
  for (const name of scopes.map((scope) => scope.trim()).filter((scope) => scope !== '')) {
    const group = groupOf(name)
    if (!group) other.add(name)
    else modes.set(group, writes(name) || modes.get(group) === 'write' ? 'write' : 'read')
  }
  const access = SCOPE_GROUPS.flatMap((group) => {
    const mode = modes.get(group)
    return mode ? [{ group, mode }] : []
  })
  return { access, other: [...other] }
}

/** What each scope of section 6 lets somebody do here, in the words of a person who is asked to agree to it. */
const ACTIONS: Readonly<Record<Scope, string>> = {
  billing_manage: 'Pay and buy for your organization',
  billing_admin: 'Manage the billing of every organization, as the operator of the marketplace',
  'billing--all:rw': `Pay and buy for ${BRAND.products.helpdesk} in your organization`,
  subscription_manage: 'Start, change and cancel the subscriptions of your organization',
  integrations_manage: `Install and remove applications of ${BRAND.products.livechat} for your organization`,
  hd_integrations_manage: `Install and remove applications of ${BRAND.products.helpdesk} for your organization`,
  'organization--my:rw': 'Manage your organization, and take back what it has agreed to',
  'organization.product--my:rw': 'Manage the products of your organization, and what only its owner may install',
  dev_platform_admin: 'Run the marketplace as its operator',
  'dps.applications': 'Create and change the applications that your organization develops',
  'dps.publishing': 'Publish the applications that your organization develops',
}

/** What scopes let somebody do, as one line of text; a scope that is not one of ours as it is named. */
export const nameScopes = (scopes: readonly string[]): string =>
  scopes.map((scope) => (Object.hasOwn(ACTIONS, scope) ? ACTIONS[scope as Scope] : scope)).join('; ')

/** Whether a scope says of itself that it only reads. */
const onlyReads = (scope: string): boolean => /(?::ro|_read)$/.test(scope)

/**
 * What somebody agrees to: actions in plain words for our own scopes, the rest by group. Nothing here says less than it is, so that only what
 * names itself read-only is, where describeScopes keeps to the letter of section 3.
 */
export const describeConsent = (scopes: readonly string[]): Described & { actions: string[] } => ({
  actions: SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => ACTIONS[scope]),
  ...describe(
    scopes.filter((scope) => !Object.hasOwn(ACTIONS, scope)),
    (scope) => !onlyReads(scope),
  ),
})
