import { variantNameOf } from '@marketplace/contracts/variants'
import { isShownExpert } from '@marketplace/domain/visibility'
import type { IndexRecord } from '../../adapters/embedded-search/index-definition.ts'
import type { WholeCatalogue } from '../catalogue/index.ts'
import type { PartnersSnapshot } from '../partners/index.ts'
import { createListings, variantsWhere } from './listings.ts'
import { developerRecord, expertRecord, type Listed, partnerId } from './partner-record.ts'

export type PartnerChanges = { changed: readonly IndexRecord[]; gone: readonly string[]; confirm: () => void }

const together = (a: Listed['variants'], b: Listed['variants']): Listed['variants'] =>
  a === b ? a : variantsWhere(({ name }) => a.includes(variantNameOf(name)) || b.includes(variantNameOf(name)))

/**
 * Compares experts, and developers who have something in a list, with what the index was told of them. What is told is kept by a
 * stamp: the object it is made of, and what else is in its record.
 */
export const createPartnerChanges = (publicUrl: string) => {
  const listingOf = createListings()
  const told = new Map<string, { of: unknown; stamp: string }>()
  let toldExperts: PartnersSnapshot | null = null

  const listedOf = (id: string, catalogue: WholeCatalogue, now: Date): Listed | null => {
    const own = (catalogue.byDeveloper.get(id) ?? []).flatMap((entry) => {
      const { variants } = listingOf(entry, now)
      return variants.length === 0 ? [] : [{ entry, variants }]
    })
    const [first, ...rest] = own
    if (!first) return null
    return {
      products: own.length,
      verified: own.some(({ entry }) => entry.customProps.verified === 'true'),
      variants: rest.reduce((all, { variants }) => together(all, variants), first.variants),
    }
  }

  return {
    /** What is to be told of all experts, if any has changed, and of these developers. */
    compare: (partners: PartnersSnapshot, catalogue: WholeCatalogue, developers: Iterable<string>, now: Date): PartnerChanges => {
      const changed: IndexRecord[] = []
      const gone: string[] = []
      const confirmed: (() => void)[] = []
      const tell = (id: string, of: unknown, stamp: string, make: () => IndexRecord): void => {
        const before = told.get(id)
        if (before && before.of === of && before.stamp === stamp) return
        changed.push(make())
        confirmed.push(() => told.set(id, { of, stamp }))
      }
      const tellGone = (id: string): void => {
        if (!told.has(id)) return
        gone.push(id)
        confirmed.push(() => told.delete(id))
      }
      if (partners !== toldExperts) {
        for (const { id } of toldExperts?.experts ?? []) if (!partners.expertById.has(id)) tellGone(partnerId('expert', id))
        for (const expert of partners.experts) {
          const variants = variantsWhere((variant) => isShownExpert(expert, variant))
          tell(partnerId('expert', expert.id), expert, '', () => expertRecord(expert, variants, publicUrl))
        }
        confirmed.push(() => {
          toldExperts = partners
        })
      }
      for (const id of developers) {
        const own = listedOf(id, catalogue, now)
        const developer = catalogue.developerById.get(id)
        if (!own || !developer) tellGone(partnerId('developer', id))
        else {
          const stamp = `${own.products} ${own.verified} ${own.variants.join()}`
          tell(partnerId('developer', id), developer, stamp, () => developerRecord(developer, own))
        }
      }
      return {
        changed,
        gone,
        confirm: () => {
          for (const confirm of confirmed) confirm()
        },
      }
    },
  }
}
