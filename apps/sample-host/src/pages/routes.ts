import { CONVERSATIONS, type Conversation } from './conversations.ts'
import { type HostProduct, PRODUCTS } from './products.ts'

/** The screen at an address. */
export type Screen =
  | { kind: 'home' }
  | { kind: 'terms' | 'subscription'; of: string }
  | { kind: 'missing' }
  | { kind: 'conversations'; product: HostProduct; open: Conversation | null }
  | { kind: 'reports' | 'campaigns' | 'integrations'; product: HostProduct; slug: string | null }
  /** A full-screen application. */
  | { kind: 'application'; product: HostProduct; slug: string }
  | { kind: 'marketplace'; product: HostProduct }

/** The slug or id of an application, or the id of its widget. */
const SLUG = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$/
const TERMS: ReadonlyMap<string, string> = new Map([
  ...PRODUCTS.map(({ name, label }): [string, string] => [name, label]),
  ['chatbot', 'Chatbot'],
  ['knowledgebase', 'Knowledge Base'],
])

const SUBSCRIPTIONS: ReadonlyMap<string, string> = new Map(PRODUCTS.map(({ name, label }) => [name, label]))

/** The part of the path after the base: '' for the base itself, null if the path is not below it. */
const below = (path: string, base: string): string | null =>
  path === base ? '' : path.startsWith(`${base}/`) ? path.slice(base.length + 1) : null

const ofProduct = (product: HostProduct, path: string): Screen | null => {
  const parts: [base: string | null, kind: 'reports' | 'campaigns' | 'integrations'][] = [
    [product.reports, 'reports'],
    [product.campaigns, 'campaigns'],
    [product.integrations, 'integrations'],
  ]
  for (const [base, kind] of parts) {
    const rest = base === null ? null : below(path, base)
    if (rest !== null) return rest === '' || SLUG.test(rest) ? { kind, product, slug: rest || null } : null
  }
  const id = below(path, product.conversations.path)
  if (id !== null) {
    const open = CONVERSATIONS[product.name].find((each) => each.id === id) ?? null
    return id === '' || open ? { kind: 'conversations', product, open } : null
  }
  const slug = below(path, product.applications)
  return slug !== null && SLUG.test(slug) ? { kind: 'application', product, slug } : null
}

/** Addresses without a page of their own, with the addresses to which they redirect. */
const MOVED: ReadonlyMap<string, string> = new Map([
  ['/apps', '/apps/marketplace'],
  ['/app', '/settings/integrations/apps'],
  ['/settings', '/settings/integrations/apps'],
  ['/settings/integrations', '/settings/integrations/apps'],
  ['/text', '/text/messages'],
])

/** The screen at a path. For a superfluous slash or an old name, the path to redirect to. */
export const resolve = (path: string): Screen | { to: string } => {
  const marketplace = PRODUCTS.find((product) => below(path, product.marketplace) !== null)
  // The rest of the path belongs to the marketplace, including its slashes.
  if (marketplace) return { kind: 'marketplace', product: marketplace }
  const plain = path.length > 1 && path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : path
  if (plain === '/') return { kind: 'home' }
  const moved = MOVED.get(plain)
  if (moved !== undefined) return { to: moved }
  const terms = TERMS.get(below(plain, '/terms') ?? '')
  const subscription = SUBSCRIPTIONS.get(below(plain, '/subscription') ?? '')
  const papers: Screen | null = subscription === undefined ? null : { kind: 'subscription', of: subscription }
  const screen: Screen | null = terms === undefined ? papers : { kind: 'terms', of: terms }
  for (const product of PRODUCTS) {
    const found = screen ?? ofProduct(product, plain)
    if (found) return plain === path ? found : { to: plain }
  }
  return { kind: 'missing' }
}
