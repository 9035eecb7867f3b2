import type { SearchDocument } from '@marketplace/search/document'
import type { WholeCatalogue } from '../catalogue/index.ts'
import type { PartnersSnapshot } from '../partners/index.ts'
import { developerPartner, expertPartner, listedOf, partnerDocument, partnerId } from './partner-record.ts'

export type PartnerChanges = { changed: readonly SearchDocument[]; gone: readonly string[]; confirm: () => void }

/**
 * Compares experts and listed developers with their records in the index. Each has a stamp: the object that its record is made from, and
 * the rest of the record.
 */
export const createPartnerChanges = (publicUrl: string) => {
  const told = new Map<string, { of: unknown; stamp: string }>()
  let toldExperts: PartnersSnapshot | null = null

  return {
    /** The updates for all experts, if one has changed, and for these developers. */
    compare: (partners: PartnersSnapshot, catalogue: WholeCatalogue, developers: Iterable<string>, now: Date): PartnerChanges => {
      const changed: SearchDocument[] = []
      const gone: string[] = []
      const confirmed: (() => void)[] = []
      const tell = (id: string, of: unknown, stamp: string, make: () => SearchDocument): void => {
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
        for (const expert of partners.experts)
          tell(partnerId('expert', expert.id), expert, '', () => partnerDocument(expertPartner(expert, publicUrl)))
        confirmed.push(() => {
          toldExperts = partners
        })
      }
      for (const id of developers) {
        const own = listedOf(catalogue.byDeveloper.get(id) ?? [], now)
        const developer = catalogue.developerById.get(id)
        if (!own || !developer) tellGone(partnerId('developer', id))
        else {
          const stamp = `${own.products} ${own.verified} ${own.variants.join()}`
          tell(partnerId('developer', id), developer, stamp, () => partnerDocument(developerPartner(developer, own)))
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
