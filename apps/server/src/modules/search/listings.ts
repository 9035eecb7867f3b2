import { type ModeName, MODES, type Variant, type VariantName, VARIANTS } from '@marketplace/contracts/variants'
import { isListed } from '@marketplace/domain/visibility'
import { type CatalogueEntry, nextChangeOf } from '../catalogue/index.ts'

/** Which variants list an application or service, and which of them in beta mode, until time alone changes something of it. */
export type Listing = { variants: readonly VariantName[]; inBeta: readonly ModeName[]; until: Date | null }

/** Variants with the same lists, which are asked about once. */
const GROUPS: readonly (readonly Variant[])[] = [
  ...Map.groupBy(VARIANTS, ({ lists, product }) => `${lists.join()} ${product}`).values(),
]

const BETA_MODES = MODES.filter(({ beta }) => beta)

/** Every list of variants that occurs is one object, however many applications share it. */
const shared = new Map<string, readonly ModeName[]>()
const share = <Name extends ModeName>(variants: readonly Name[]): readonly Name[] => {
  const key = variants.join()
  const known = (shared.get(key) as readonly Name[] | undefined) ?? variants
  shared.set(key, known)
  return known
}

/** The variants in which `holds` is true, in their own order. */
export const variantsWhere = (holds: (variant: Variant) => boolean): readonly VariantName[] => {
  const groups = new Set(GROUPS.filter(([variant]) => variant && holds(variant)).flat())
  return share(VARIANTS.filter((variant) => groups.has(variant)).map(({ name }) => name))
}

/**
 * Says where an entry is listed. The same object is answered for the same entry until something of it changes: a snapshot keeps the
 * entries that did not.
 */
export const createListings = (): ((entry: CatalogueEntry, now: Date) => Listing) => {
  const known = new WeakMap<CatalogueEntry, Listing>()
  return (entry, now) => {
    const found = known.get(entry)
    if (found && (!found.until || now < found.until)) return found
    const variants = variantsWhere(({ lists, product }) => isListed(entry, { lists, product, beta: false }, now))
    const inBeta = share(BETA_MODES.filter((mode) => isListed(entry, mode, now)).map(({ name }) => name))
    const listing = { variants, inBeta, until: nextChangeOf(entry, now) }
    known.set(entry, listing)
    return listing
  }
}
