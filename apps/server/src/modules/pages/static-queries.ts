import { createHash } from 'node:crypto'
import type { SiteData } from '@marketplace/contracts/pages/site-data'

type StaticQuery = (site: SiteData) => unknown

/** Data that many pages share, by name. It is served under /page-data/sq/d/ with a hash of the name. */
const QUERIES: ReadonlyMap<string, StaticQuery> = new Map([
  ['site', (site: SiteData) => site],
  ['header', ({ marketplace, productName, categories, collections }) => ({ marketplace, productName, categories, collections })],
  ['footer', ({ marketplace, categories, collections }) => ({ marketplace, categories, collections })],
])
/** The address of a static query: a hash of its name. */
export const queryHash = (name: string): string => createHash('sha256').update(`static query ${name}`).digest('hex').slice(0, 10)

export const staticQueryNamed = (name: string): StaticQuery | undefined => QUERIES.get(name)

/** The name of the query at /page-data/sq/d/{hash}.json. */
export const nameOfQuery = (hash: string): string | undefined => [...QUERIES.keys()].find((name) => queryHash(name) === hash)
