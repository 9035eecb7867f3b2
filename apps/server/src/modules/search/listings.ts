import {
  type VariantModeName,
  VARIANT_MODES,
  type Variant,
  type VariantName,
  VARIANTS,
} from '@marketplace/contracts/core/variants'
import { isListed } from '@marketplace/domain/visibility'
import type { CatalogueEntry } from '../catalogue/index.ts'

/** Variants with the same lists. Each group is computed once. */
const GROUPS: readonly (readonly Variant[])[] = [
  ...Map.groupBy(VARIANTS, ({ lists, product }) => `${lists.join()} ${product}`).values(),
]

/** The groups for which `holds` is true, as bits. */
export const groupsWhere = (holds: (variant: Variant) => boolean): number =>
  GROUPS.reduce((groups, [variant], place) => (variant && holds(variant) ? groups | (1 << place) : groups), 0)

/** The groups whose lists contain an entry. */
export const groupsOf = (entry: CatalogueEntry, now: Date): number =>
  groupsWhere(({ lists, product }) => isListed(entry, { lists, product, beta: false }, now))

const known = new Map<number, readonly VariantName[]>()

/** The variants of groups. Returns the same object for the same groups, because many applications share it. */
export const variantsIn = (groups: number): readonly VariantName[] => {
  const found =
    known.get(groups) ??
    VARIANTS.filter((variant) => GROUPS.some((group, place) => (groups >>> place) & 1 && group.includes(variant))).map(
      ({ name }) => name,
    )
  known.set(groups, found)
  return found
}

const BETA_MODES = VARIANT_MODES.filter(({ beta }) => beta)
const knownInBeta = new Map<string, readonly VariantModeName[]>()

/** The variants whose lists contain an entry in beta mode. Returns the same object for the same variants. */
export const inBetaOf = (entry: CatalogueEntry, now: Date): readonly VariantModeName[] => {
  const names = BETA_MODES.filter((mode) => isListed(entry, mode, now)).map(({ name }) => name)
  const found = knownInBeta.get(names.join()) ?? names
  knownInBeta.set(names.join(), found)
  return found
}
