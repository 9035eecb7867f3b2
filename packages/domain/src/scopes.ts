import { BRAND } from '@marketplace/contracts/core/brand'
import { type Scope, SCOPES } from '@marketplace/contracts/core/roles'

/** Groups in which screens show scopes, in this order: docs/product/accounts.md, Roles and scopes. */
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
 * The group of a scope by the subject in its name. A key also covers the subjects below it: `customers` covers `customers.ban`. The names are
 * those of the marketplace's own scopes and of the host products' public list of scopes.
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
 * The form of a host product's scope: a subject, an owner (--my, --all, …), and a mode. A looser form would also match a third party's
 * scope such as `tickets:read`, and screens would show it as access to the host product.
 */
const HOST_SCOPE = /^([a-z]+(?:[._-][a-z]+)*?)(?:--[a-z]+)?(?::(?:ro|rw|rc|own)|_(?:read|write|manage|admin))$/
/** Scopes of the developer program have no mode in their names. */
const DEVELOPER_PROGRAM = /^(dps)\.[a-z]/

const groupOf = (scope: string): ScopeGroup | null => {
  const about = HOST_SCOPE.exec(scope)?.[1] ?? DEVELOPER_PROGRAM.exec(scope)?.[1]
  for (let rest = about ?? ''; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('.')))) {
    if (Object.hasOwn(GROUP_OF, rest)) return GROUP_OF[rest] ?? null
  }
  return null
}

/** The rule of an application's page: docs/product/accounts.md, Roles and scopes. */
const canWrite = (scope: string): boolean => /write|:rw|manage|:rc/.test(scope)

/**
 * The access of an installed application, for its page: the groups of its scopes in the order of SCOPE_GROUPS, without duplicates, with
 * mode `write` if one of the group's scopes can write; and in `other` the scopes that belong to no host product, unchanged and without
 * duplicates.
 */
export const describeScopes = (scopes: readonly { name: string; required: boolean }[]): Described =>
  describe(
    scopes.map(({ name }) => name),
    canWrite,
  )

export type Described = { access: { group: ScopeGroup; mode: 'read' | 'write' }[]; other: string[] }

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

/** The meaning of each scope of the marketplace, for the person who is asked to consent to it. */
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

/** The meaning of scopes as one line of text. A scope that is not one of the marketplace's keeps its name. */
export const nameScopes = (scopes: readonly string[]): string =>
  scopes.map((scope) => (Object.hasOwn(ACTIONS, scope) ? ACTIONS[scope as Scope] : scope)).join('; ')

/** Whether a scope only reads, according to its name. */
const onlyReads = (scope: string): boolean => /(?::ro|_read)$/.test(scope)

/**
 * The scopes on a consent screen: `actions` in plain words for the marketplace's own scopes, the other scopes by group. The screen must
 * not understate a scope, so a group is `read` only if the names of all of its scopes say so. (describeScopes follows the looser rule of
 * an application's page.)
 */
export const describeConsent = (scopes: readonly string[]): Described & { actions: string[] } => ({
  actions: SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => ACTIONS[scope]),
  ...describe(
    scopes.filter((scope) => !Object.hasOwn(ACTIONS, scope)),
    (scope) => !onlyReads(scope),
  ),
})
