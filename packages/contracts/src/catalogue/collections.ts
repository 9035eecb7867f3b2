/**
 * The collections, in the order in which screens show them: docs/product/catalogue.md, Collections. `rule` says which applications belong
 * to one. `member`: those whose `collections` name the slug; `flag`: those with the custom property; `no-oauth`: those that work without
 * OAuth; `newest`: members, or the most recently published if there are no members.
 */
export const COLLECTIONS = [
  {
    slug: 'staff-top-picks',
    name: 'Staff top picks',
    description: 'Applications our own teams reach for first.',
    rule: { kind: 'member' },
  },
  {
    slug: 'new-and-noteworthy',
    name: 'New and noteworthy',
    description: 'Fresh arrivals that are worth a look.',
    rule: { kind: 'newest' },
  },
  {
    slug: 'starter-pack',
    name: 'Starter pack',
    description: 'The essentials for a team that has just begun.',
    rule: { kind: 'member' },
  },
  {
    slug: 'ai-powered',
    name: 'AI powered',
    description: 'Let a model draft, sort, translate and sum up, and keep the last word.',
    rule: { kind: 'flag', customProp: 'isAiPowered' },
  },
  {
    slug: 'self-setup',
    name: 'Self setup',
    description: 'Working in minutes, without connecting another account.',
    rule: { kind: 'no-oauth' },
  },
  {
    slug: 'by-text',
    name: 'Made by us',
    description: 'Built and looked after by the makers of the products themselves.',
    rule: { kind: 'flag', customProp: 'internalProduct' },
  },
  {
    slug: 'hackathon-winners',
    name: 'Hackathon winners',
    description: 'Ideas that won a weekend and then grew up.',
    rule: { kind: 'member' },
  },
] as const

export type Collection = (typeof COLLECTIONS)[number]
export type CollectionSlug = Collection['slug']

/**
 * Lists with an address of their own at the root: docs/product/catalogue.md, Collections. `rule` says which applications belong to one.
 * `deal`: those with a running discount; `member`: those whose `collections` name the slug, or all of `category` if none does.
 */
export const LANDINGS = [
  {
    slug: 'saas-deals',
    name: 'SaaS deals',
    description: 'Applications at a lower price for a while. Each card says what it cost before.',
    rule: { kind: 'deal' },
  },
  {
    slug: 'omnichannel-communication',
    name: 'Messaging apps',
    description: 'Answer where your customers already write: one inbox for chats, messages and social networks.',
    rule: { kind: 'member', category: 'social-media' },
  },
  {
    slug: 'enhance-ecommerce',
    name: 'Enhance your e-commerce',
    description: 'Carts, orders and product cards beside the conversation, so that a question becomes a sale.',
    rule: { kind: 'member', category: 'e-commerce' },
  },
] as const

export type Landing = (typeof LANDINGS)[number]

/** Slugs under /apps/ that are pages of the marketplace. The page of an application with such a slug could not be reached. */
export const RESERVED_APPLICATION_SLUGS = [
  ...COLLECTIONS.map((collection) => collection.slug),
  'coming-soon',
  'settings',
  'marketplace',
] as const
