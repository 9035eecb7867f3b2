import type { Variant } from '@marketplace/contracts/core/variants'
import type { Reads } from '../../db/revisions.ts'
import type { Clock } from '../../core/clock.ts'
import type { CatalogueSnapshot, LiveCatalogue } from '../catalogue/index.ts'
import type { LivePartners, PartnersSnapshot } from '../partners/index.ts'

type Urls = {
  publicUrl: string
  accountsUrl: string
  /** The origin of the host product. */
  hostUrl: string
  /** Where browsers send error reports; null for nowhere. */
  errorReports: string | null
}

/** The input of a page: the data, the variant and the time. Reads are recorded for the page. */
export type PageContext = Urls & {
  snapshot: CatalogueSnapshot
  partners: PartnersSnapshot
  variant: Variant
  now: Date
  /**
   * Computes a value that many pages of the variant share. It is computed again after a change of data that it reads through `own`, and
   * counts as changed only if the result differs. `work` must read through `own` only.
   */
  remember: <T>(what: string, work: (own: PageContext) => T, isSame?: (before: T, after: T) => boolean) => T
}

export type ContextSources = Urls & { catalogue: LiveCatalogue; partners: Pick<LivePartners, 'current'>; clock: Clock }

const PARTNERS = 'partners'

/** Creates contexts with the current catalogue and partners. */
export const createContexts = ({ catalogue, partners, clock, publicUrl, accountsUrl, hostUrl, errorReports }: ContextSources) => {
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
    errorReports,
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
