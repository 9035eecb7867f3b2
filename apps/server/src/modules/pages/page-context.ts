import type { Variant } from '@marketplace/contracts/variants'
import type { Reads } from '../../db/revisions.ts'
import type { Clock } from '../../core/clock.ts'
import type { CatalogueSnapshot, LiveCatalogue } from '../catalogue/index.ts'
import type { LivePartners, PartnersSnapshot } from '../partners/index.ts'

type Urls = {
  publicUrl: string
  accountsUrl: string
  /** The host product. */
  hostUrl: string
}

/** Where and when a page is built: what it is made of, the variant it is for. What is read of it is noted for the page. */
export type PageContext = Urls & {
  snapshot: CatalogueSnapshot
  partners: PartnersSnapshot
  variant: Variant
  now: Date
  /**
   * What many pages of the variant share: worked out again when something that it reads in `own` has changed, and changed itself only
   * where it is not the same as before. What it is worked out of must come from `own`.
   */
  remember: <T>(what: string, work: (own: PageContext) => T, isSame?: (before: T, after: T) => boolean) => T
}

export type ContextSources = Urls & { catalogue: LiveCatalogue; partners: Pick<LivePartners, 'current'>; clock: Clock }

const PARTNERS = 'partners'

/** Makes contexts of the catalogue and the partners as they are when they are read. */
export const createContexts = ({ catalogue, partners, clock, publicUrl, accountsUrl, hostUrl }: ContextSources) => {
  const { revisions } = catalogue
  revisions.follow(PARTNERS, () => partners.current().revision)
  const contextOf = (variant: Variant, reads: Reads): PageContext => ({
    snapshot: catalogue.read(reads),
    get partners() {
      reads.note(PARTNERS)
      return partners.current()
    },
    variant,
    publicUrl,
    accountsUrl,
    hostUrl,
    now: clock.now(),
    remember: (what, work, isSame) => {
      const name = `${what} of ${variant.name}`
      const value = revisions.derive(name, (own) => work(contextOf(variant, own)), isSame)
      reads.note(name)
      return value
    },
  })
  return contextOf
}
