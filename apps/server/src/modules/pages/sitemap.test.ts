import { describe, expect, test } from 'vitest'
import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import type { Variant } from '@marketplace/contracts/core/variants'
import { createRevisions } from '../../db/revisions.ts'
import type { CatalogueEntry, LiveCatalogue } from '../catalogue/index.ts'
import { createCatalogueState } from '../catalogue/catalogue-state.ts'
import { readThrough } from '../catalogue/snapshot.ts'
import type { CampaignRecord, ExpertRecord } from '../partners/index.ts'
import { buildSnapshot as buildPartners } from '../partners/live/snapshot.ts'
import { createContexts, type PageContext } from './page-context.ts'
import { sitemapAddresses, writeSitemap } from './sitemap.ts'

const now = new Date('2026-11-20T12:00:00Z')
const past = new Date('2026-03-01T10:00:00Z')

const CATEGORIES = [
  { id: 2, slug: 'cms', name: 'CMS' },
  { id: 5, slug: 'crm', name: 'CRM' },
  { id: 9, slug: 'invoicing', name: 'Invoicing' },
]
const developer = (slug: string) => ({
  id: `id-${slug}`,
  slug,
  name: slug,
  description: null,
  website: null,
  email: null,
  country: null,
  organizationId: null,
  createdAt: past,
})
const DEVELOPERS = [developer('larkspur'), developer('sorrel'), developer('quiet')]

const entry = (slug: string, given: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  id: `id-${slug}`,
  slug,
  name: slug,
  product: 'livechat',
  categoryId: 5,
  developerId: 'id-larkspur',
  company: null,
  hidden: false,
  underMaintenance: false,
  private: false,
  installable: true,
  installations: null,
  rating: { rate: 0, votes: 0 },
  shortDescription: null,
  brandColor: null,
  iconId: null,
  firstScreenshotId: null,
  authorization: { type: 'oauth', clientType: null, clientId: 'x', scopes: [] },
  placements: [],
  customProps: {},
  payment: null,
  theme: null,
  country: null,
  languages: [],
  industries: [],
  types: [],
  collections: [],
  tags: [],
  submittedAt: past,
  acceptedAt: past,
  publishedAt: past,
  updatedAt: past,
  ...given,
})
const props = (customProps: CustomProps) => ({ customProps })

const ENTRIES = [
  entry('mercury', { updatedAt: new Date('2026-10-02T03:04:05.678Z') }),
  entry('venus', { product: 'helpdesk', categoryId: 2, collections: ['starter-pack'] }),
  entry('coaching', { ...props({ isService: 'true' }), developerId: 'id-sorrel' }),
  entry('themed', { theme: 'dark' }),
  entry('beta', props({ usingBeta: 'true' })),
  entry('dropbox', { developerId: 'id-quiet' }),
  entry('hidden', { hidden: true, developerId: 'id-quiet', categoryId: 9 }),
  entry('mending', { underMaintenance: true }),
  entry('soon', { publishedAt: null }),
  entry('later', { publishedAt: new Date('2026-12-24T00:00:00Z') }),
  entry('draft', { submittedAt: null, acceptedAt: null, publishedAt: null }),
]

// Only the fields that a sitemap reads.
const expert = (slug: string, recommended = false) =>
  ({
    id: `id-${slug}`,
    slug,
    name: slug,
    recommended,
    verified: false,
    products: [],
    services: [],
    languages: [],
    industries: [],
    country: null,
  }) as unknown as ExpertRecord
const campaign = (slug: string) => ({ slug, title: slug }) as CampaignRecord

type ContextOf = (variant: Variant) => PageContext

const contextOf = (
  entries: readonly CatalogueEntry[],
  { experts = [], campaigns = [] }: { experts?: ExpertRecord[]; campaigns?: CampaignRecord[] } = {},
): ContextOf => {
  const revisions = createRevisions()
  const state = createCatalogueState(revisions, now)
  state.setCategories(CATEGORIES)
  state.setEntries(entries.map((given) => ({ id: given.id, entry: given })))
  state.setDevelopers(DEVELOPERS.map((given) => ({ id: given.id, developer: given })))
  const { snapshot } = buildPartners(
    1,
    {
      revision: 1,
      experts: experts.map((record) => ({ publishedAt: past, record })),
      prospects: [],
      campaigns: campaigns.map((record) => ({ publishedAt: past, record })),
    },
    now,
  )
  const contexts = createContexts({
    catalogue: { revisions, read: ({ note }) => readThrough(state.maps, note) } as LiveCatalogue,
    partners: { current: () => snapshot },
    clock: { now: () => now },
    publicUrl: 'https://shop.example',
    accountsUrl: 'https://accounts.example',
    hostUrl: 'https://host.example',
    errorReports: null,
  })
  return (variant) => contexts(variant, revisions.reads())
}
const addressesOf = (context: ContextOf) =>
  [...sitemapAddresses(context)].map(({ url }) => url.replace('https://shop.example', ''))

describe('which pages', () => {
  const context = contextOf(ENTRIES, { experts: [expert('ada', true), expert('bob')], campaigns: [campaign('first-chat')] })

  test('those of the base variant that are not empty, and the help desk’s own', () => {
    expect(addressesOf(context).toSorted()).toEqual(
      [
        '/',
        '/apps/',
        '/apps/coming-soon/',
        '/services/',
        '/developers/',
        '/partners/',
        '/partners/recommended/',
        '/apps/cms/',
        '/apps/crm/',
        '/apps/new-and-noteworthy/',
        '/apps/starter-pack/',
        '/apps/mercury/',
        '/apps/venus/',
        '/services/coaching/',
        // In no list, but it has its own page.
        '/apps/themed/',
        '/apps/beta/',
        '/apps/dropbox/',
        '/developers/larkspur/',
        '/developers/sorrel/',
        '/partners/ada/',
        '/partners/bob/',
        '/partners/campaigns/first-chat/',
        '/helpdesk/',
        '/helpdesk/apps/',
        '/helpdesk/apps/cms/',
      ].toSorted(),
    )
  })

  test('none twice', () => {
    const addresses = addressesOf(context)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test('an empty marketplace has its home', () => {
    expect(addressesOf(contextOf([]))).toEqual(['/'])
  })
})

describe('how it is written', () => {
  const context = contextOf(ENTRIES)

  test('one document if all fit, with the time of the last change if known', async () => {
    const answer = await writeSitemap(context, undefined)
    expect(answer).toMatchObject({ status: 200, contentType: 'application/xml; charset=utf-8' })
    const body = String(answer?.body)
    expect(body).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n/,
    )
    expect(body).toContain(
      '<url><loc>https://shop.example/apps/mercury/</loc><lastmod>2026-10-02T03:04:05.678Z</lastmod></url>\n',
    )
    expect(body).toContain('<url><loc>https://shop.example/apps/</loc></url>\n')
    expect(body.endsWith('</urlset>\n')).toBe(true)
    expect((await writeSitemap(context, 1))?.body).toBe(body)
    expect(await writeSitemap(context, 2)).toBeNull()
  })

  test('else an index of parts, which together contain each address once', async () => {
    const all = addressesOf(context)
    const index = String((await writeSitemap(context, undefined, 10))?.body)
    expect(index).toMatch(/<sitemapindex [^>]+>/)
    const parts = [...index.matchAll(/<sitemap><loc>https:\/\/shop\.example\/sitemap\.xml\?part=(\d+)<\/loc><\/sitemap>/g)].map(
      ([, part]) => Number(part),
    )
    expect(parts).toEqual(Array.from({ length: Math.ceil(all.length / 10) }, (_, part) => part + 1))
    const written: (string | undefined)[] = []
    for (const part of parts) {
      const body = String((await writeSitemap(context, part, 10))?.body)
      const found = [...body.matchAll(/<loc>https:\/\/shop\.example([^<]+)<\/loc>/g)].map(([, path]) => path)
      expect(found.length).toBeLessThanOrEqual(10)
      written.push(...found)
    }
    expect(written).toEqual(all)
    expect(await writeSitemap(context, parts.length + 1, 10)).toBeNull()
  })

  test('exactly as many as fit need no index', async () => {
    const size = addressesOf(context).length
    expect(String((await writeSitemap(context, undefined, size))?.body)).toContain('<urlset')
    expect(String((await writeSitemap(context, undefined, size - 1))?.body)).toContain('<sitemapindex')
  })

  test('45,000 addresses are one document, and it stays below 50 MB', async () => {
    const many = contextOf(Array.from({ length: 45_001 }, (_, number) => entry(`application-${number}`)))
    const body = String((await writeSitemap(many, 1))?.body)
    expect(body.match(/<loc>/g)).toHaveLength(45_000)
    expect(body.length).toBeLessThan(50_000_000)
    expect(String((await writeSitemap(many, 2))?.body).match(/<loc>/g)?.length).toBeLessThan(100)
  })

  test('special characters of XML are escaped', async () => {
    const body = String((await writeSitemap(contextOf([entry("o'neil&<sons>")]), undefined))?.body)
    expect(body).toContain('<loc>https://shop.example/apps/o&#39;neil%26%3Csons%3E/</loc>')
    expect(body).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
  })
})
