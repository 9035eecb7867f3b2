import type { Product } from './enumerations.ts'

/** One way the storefront is shown. `prefix` has no trailing slash; the base variant's is empty. */
export type Variant = {
  name: VariantName
  prefix: string
  /** The active product: what installing and buying is for when nothing else says so. */
  product: Product
  /** Which products' applications its lists hold. */
  lists: readonly Product[]
  /** Whether the host product shows it in an iframe. */
  framed: boolean
  /** Height of the header in px; null where the host product brings its own. */
  headerHeight: 90 | 52 | null
}

export type VariantName = 'base' | 'public' | 'agent-app' | 'helpdesk-public' | 'helpdesk-iframe' | 'text-public' | 'text-iframe'

const both = ['livechat', 'helpdesk'] as const

/** The variants of the specification's section 1, with the addresses of the contract. */
export const VARIANTS: readonly Variant[] = [
  { name: 'base', prefix: '', product: 'livechat', lists: both, framed: false, headerHeight: 90 },
  { name: 'public', prefix: '/public', product: 'livechat', lists: both, framed: false, headerHeight: 90 },
  { name: 'agent-app', prefix: '/embed/agent-app', product: 'livechat', lists: ['livechat'], framed: true, headerHeight: null },
  { name: 'helpdesk-public', prefix: '/helpdesk', product: 'helpdesk', lists: ['helpdesk'], framed: false, headerHeight: 52 },
  {
    name: 'helpdesk-iframe',
    prefix: '/embed/helpdesk',
    product: 'helpdesk',
    lists: ['helpdesk'],
    framed: true,
    headerHeight: null,
  },
  { name: 'text-public', prefix: '/text', product: 'livechat', lists: both, framed: false, headerHeight: 90 },
  { name: 'text-iframe', prefix: '/embed/text', product: 'livechat', lists: both, framed: true, headerHeight: null },
]

const byName = new Map(VARIANTS.map((variant) => [variant.name, variant]))

/** The variant of that name, or undefined for a name that is none. */
export const findVariant = (name: string): Variant | undefined => byName.get(name as VariantName)

/** The variant of that name. Throws a RangeError for a name that is none. */
export const variantNamed = (name: VariantName): Variant => {
  const variant = byName.get(name)
  if (!variant) throw new RangeError(`There is no variant ${name}`)
  return variant
}

/** The variant whose mount holds this path, and the path within it: `/helpdesk/apps/` is `/apps/` of helpdesk-public. */
export const splitVariantPath = (path: string): { variant: Variant; path: string } => {
  for (const variant of VARIANTS) {
    if (variant.prefix && (path === variant.prefix || path.startsWith(`${variant.prefix}/`))) {
      return { variant, path: path.slice(variant.prefix.length) || '/' }
    }
  }
  return { variant: variantNamed('base'), path }
}
