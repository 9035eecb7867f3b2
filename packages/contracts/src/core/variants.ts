import type { Product } from './enumerations.ts'

/**
 * One of the forms in which the storefront is shown: docs/product/pages.md, Variants. `prefix` has no trailing slash; that of the base
 * variant is empty.
 */
export type Variant = {
  name: VariantModeName
  prefix: string
  /** The active product: people install and buy for it, unless the application belongs to another product. */
  product: Product
  /** Products whose applications its lists contain. */
  lists: readonly Product[]
  /** Whether the host product shows it in an iframe. */
  framed: boolean
  /** Height of the header in px; null without a header, inside a host product. */
  headerHeight: 90 | 52 | null
  /** Whether the variant is in beta mode (docs/product/catalogue.md, What lists show). */
  beta: boolean
}

type FramedName = 'agent-app' | 'helpdesk-iframe' | 'text-iframe'
export type VariantName = 'base' | 'public' | 'helpdesk-public' | 'text-public' | FramedName
/** A variant, or one in beta mode. */
export type VariantModeName = VariantName | `${FramedName}-beta`

const both = ['livechat', 'helpdesk'] as const

type VariantMount = Omit<Variant, 'name' | 'beta'> & { name: VariantName }
const MOUNTS: readonly VariantMount[] = [
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

/** Every variant, outside of beta mode. */
export const VARIANTS: readonly (Variant & { name: VariantName })[] = MOUNTS.map((variant) => ({ ...variant, beta: false }))

/** A variant in beta mode counts as a variant of its own, so that a cached page of one is never shown in the other. */
const inBeta = new Map<VariantModeName, Variant>(
  VARIANTS.filter(({ framed }) => framed).map((variant) => [
    variant.name,
    { ...variant, name: `${variant.name as FramedName}-beta`, beta: true },
  ]),
)

/** Every variant; those with a beta mode are also listed in beta mode. */
export const VARIANT_MODES: readonly Variant[] = [...VARIANTS, ...inBeta.values()]

const byName = new Map<string, Variant>(VARIANT_MODES.map((variant) => [variant.name, variant]))

/** The variant with this name; undefined for an unknown name, which may come from a stranger. */
export const findVariant = (name: string): Variant | undefined => byName.get(name)

/** The variant with this name. Throws a RangeError for an unknown name. */
export const variantNamed = (name: VariantModeName): Variant => {
  const variant = byName.get(name)
  if (!variant) throw new RangeError(`There is no variant ${name}`)
  return variant
}

/** The name of a variant without its beta mode. */
export const variantNameOf = (name: VariantModeName): VariantName => name.replace(/-beta$/, '') as VariantName

/**
 * A product that the host around the marketplace sells. Text has its own terms and subscription, and uses the applications of Live Chat.
 */
export type HostProduct = Product | 'text'

/** The product of the host to which a variant belongs. */
export const hostProductOf = ({ name, product }: Pick<Variant, 'name' | 'product'>): HostProduct =>
  name.startsWith('text-') ? 'text' : product

/** The variant in beta mode if the query has beta=true and the variant is framed; otherwise the variant itself. */
export const variantInMode = (variant: Variant, query: { get: (name: string) => string | null }): Variant =>
  query.get('beta') === 'true' ? (inBeta.get(variant.name) ?? variant) : variant

/** Adds beta=true to the query of a path, unless the query has it already. */
export const withBeta = (to: string): string => {
  const [address = '', ...hash] = to.split('#')
  if (/[?&]beta=true(?:&|$)/.test(address)) return to
  return [`${address}${address.includes('?') ? '&' : '?'}beta=true`, ...hash].join('#')
}

/** Splits a path into its variant and the path within it: `/helpdesk/apps/` is `/apps/` of helpdesk-public. */
export const splitVariantPath = (path: string): { variant: Variant; path: string } => {
  for (const variant of VARIANTS) {
    if (variant.prefix && (path === variant.prefix || path.startsWith(`${variant.prefix}/`))) {
      return { variant, path: path.slice(variant.prefix.length) || '/' }
    }
  }
  return { variant: variantNamed('base'), path }
}
