/**
 * The collections of section 2, in the order they are shown. How an application gets into one:
 * `member`: its collections name the slug; `flag`: a custom property; `no-oauth`: it works without OAuth;
 * `newest`: members, or the most recently published where there are none.
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

/** Slugs under /apps/ that belong to a page of ours and can never be an application's. */
export const RESERVED_APPLICATION_SLUGS = [
  ...COLLECTIONS.map((collection) => collection.slug),
  'coming-soon',
  'settings',
  'marketplace',
] as const
