import type { RecordSource } from '../../adapters/embedded-search/index-definition.ts'
import type { Queryable } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import { type CatalogueEntry, type LiveCatalogue, makerOf, type WholeCatalogue } from '../catalogue/index.ts'
import type { LivePartners } from '../partners/index.ts'
import { type ApplicationSource, shownApplication } from './application-record.ts'
import { groupsOf, inBetaOf, variantsIn } from './listings.ts'
import {
  developerPartner,
  expertPartner,
  type Listed,
  listedOf,
  type Partner,
  partnerFields,
  partnerTexts,
  readPartnerId,
} from './partner-record.ts'
import { plainLongText } from './plain-long-text.ts'
import { readLongTexts } from './repository.ts'

/** The search record of an application; null if no list contains it. */
export const applicationSource = (entry: CatalogueEntry, catalogue: WholeCatalogue, now: Date): ApplicationSource | null => {
  const [groups, inBeta] = [groupsOf(entry, now), inBetaOf(entry, now)]
  if (groups === 0 && inBeta.length === 0) return null
  const category = entry.categoryId === null ? null : (catalogue.categoryById.get(entry.categoryId) ?? null)
  return { entry, category, company: makerOf(entry, catalogue), variants: variantsIn(groups), inBeta }
}

/** A developer without listed applications that is still in the index. */
const UNLISTED: Listed = { products: 0, verified: false, variants: [] }

export type RecordSourceOptions = {
  catalogue: LiveCatalogue
  partners: LivePartners
  /** The pool with short limits, for the long texts of hits, because a person waits for them. */
  database: Queryable
  clock: Clock
  publicUrl: string
}

/** The sources of hits. Only long texts of applications are read from the database. */
export const createRecordSources = ({ catalogue, partners, database, clock, publicUrl }: RecordSourceOptions) => {
  /** Builds the record of a partner. For a developer it reads the listed applications. */
  const partnerOf = (objectID: string): (() => Partner) | null => {
    const { kind, id } = readPartnerId(objectID) ?? { kind: null, id: '' }
    if (kind === 'expert') {
      const expert = partners.current().expertById.get(id)
      return expert ? () => expertPartner(expert, publicUrl) : null
    }
    const developer = kind === null ? undefined : catalogue.current().developerById.get(id)
    if (!developer) return null
    return () => developerPartner(developer, listedOf(catalogue.current().byDeveloper.get(id) ?? [], clock.now()) ?? UNLISTED)
  }

  const applications: RecordSource = {
    show: (id) => {
      const [current, now] = [catalogue.current(), clock.now()]
      const entry = current.byId.get(id)
      const source = entry && applicationSource(entry, current, now)
      return source ? shownApplication(source, publicUrl, now) : null
    },
    readLong: async (ids) => {
      const texts = ids.length === 0 ? new Map<string, never>() : await readLongTexts(database, ids)
      return new Map([...texts].map(([id, text]) => [id, () => ({ longDescription: plainLongText(text) })]))
    },
  }
  const partnersSource: RecordSource = {
    show: (id) => {
      const make = partnerOf(id)
      return make && { id, texts: () => partnerTexts(make()), fields: () => partnerFields(make()) }
    },
    readLong: async (ids) => new Map(ids.map((id) => [id, () => ({ longDescription: partnerOf(id)?.().long() ?? '' })])),
  }
  return { applications, partners: partnersSource }
}
