import { isShownExpert } from '@marketplace/domain/visibility'
import type { IndexRecord } from '../../adapters/embedded-search/index-definition.ts'
import type { CatalogueSnapshot } from '../catalogue/index.ts'
import type { PartnersSnapshot } from '../partners/index.ts'
import type { ListedApplication } from './application-changes.ts'
import { variantsWhere } from './listings.ts'
import { developerRecord, expertRecord, type Listed, partnerId } from './partner-record.ts'

export type PartnerChanges = { changed: readonly IndexRecord[]; gone: readonly string[] }

/** By developer: what is listed of it anywhere, and the variants that list something. */
const listedByDeveloper = (listed: readonly ListedApplication[]): Map<string, Listed> => {
  const found = new Map<string, Listed>()
  for (const { entry, listing } of listed) {
    if (entry.developerId === null) continue
    const before = found.get(entry.developerId)
    found.set(entry.developerId, {
      products: (before?.products ?? 0) + 1,
      verified: before?.verified === true || entry.customProps.verified === 'true',
      variants: before ? together(before.variants, listing.variants) : listing.variants,
    })
  }
  return found
}

const together = (a: Listed['variants'], b: Listed['variants']): Listed['variants'] =>
  a === b ? a : variantsWhere(({ name }) => a.includes(name) || b.includes(name))

/**
 * Compares experts, and developers who have something in a list, with what the index was told of them. What is told is kept by a
 * stamp: the object it is made of, and what else is in its record.
 */
export const createPartnerChanges = (publicUrl: string) => {
  let told = new Map<string, { of: unknown; stamp: string }>()
  return {
    compare: (
      { experts }: PartnersSnapshot,
      { developerById }: CatalogueSnapshot,
      listed: readonly ListedApplication[],
    ): PartnerChanges & { confirm: () => void } => {
      const next: typeof told = new Map()
      const changed: IndexRecord[] = []
      const tell = (id: string, of: unknown, stamp: string, make: () => IndexRecord): void => {
        const before = told.get(id)
        next.set(id, { of, stamp })
        if (!before || before.of !== of || before.stamp !== stamp) changed.push(make())
      }
      for (const expert of experts) {
        const variants = variantsWhere((variant) => isShownExpert(expert, variant))
        tell(partnerId('expert', expert.id), expert, '', () => expertRecord(expert, variants, publicUrl))
      }
      for (const [id, own] of listedByDeveloper(listed)) {
        const developer = developerById.get(id)
        if (!developer) continue
        const stamp = `${own.products} ${own.verified} ${own.variants.join()}`
        tell(partnerId('developer', id), developer, stamp, () => developerRecord(developer, own))
      }
      const gone = [...told.keys()].filter((id) => !next.has(id))
      return { changed, gone, confirm: () => void (told = next) }
    },
  }
}
