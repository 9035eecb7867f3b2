import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestStore, type TestStore } from '../../../test/harness.ts'
import { applications } from '../../db/schema.ts'
import { renderOutdatedTexts } from './render-outdated-texts.ts'
import { findApplicationsBySlug } from './stored/repository.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('old', { longDescription: '**bold**', changelog: '## 1.0' }),
    line('new', { longDescription: 'kept' }),
  ])
  const stale = { longDescriptionHtml: '<script>stale</script>', changelogHtml: 'stale', textVersion: 0 }
  await store.client.database.update(applications).set(stale).where(eq(applications.slug, 'old'))
  await store.client.database.update(applications).set({ longDescriptionHtml: 'as it was' }).where(eq(applications.slug, 'new'))
})
afterAll(() => store.close())

const htmlOf = async (slug: string) => {
  const [found] = await findApplicationsBySlug(store.client.database, [slug])
  return [found?.longDescriptionHtml, found?.changelogHtml]
}

describe('texts of an older renderer', () => {
  test('are left for the next start while this one is stopping', async () => {
    expect(await renderOutdatedTexts(store.client.database, () => true)).toBe(0)
    expect(await htmlOf('old')).toEqual(['<script>stale</script>', 'stale'])
  })

  test('are rendered again once, and the others are not touched', async () => {
    expect(await renderOutdatedTexts(store.client.database, () => false)).toBe(1)
    expect(await htmlOf('old')).toEqual(['<p><strong>bold</strong></p>', '<h3>1.0</h3>'])
    expect(await htmlOf('new')).toEqual(['as it was', null])
    expect(await renderOutdatedTexts(store.client.database, () => false)).toBe(0)
  })
})
