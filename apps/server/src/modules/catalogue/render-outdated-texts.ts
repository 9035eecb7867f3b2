import type { Database } from '../../db/client.ts'
import { renderBounded } from './stored/render-bounded.ts'
import { TEXT_VERSION } from './stored/render-text.ts'
import { findOutdatedTexts, updateApplication } from './stored/repository.ts'

const CHUNK = 20

/** Renders stored texts of an older renderer again. Returns their number, which is 0 at nearly every start. */
export const renderOutdatedTexts = async (database: Database, isStopping: () => boolean): Promise<number> => {
  const html = async (text: string | null) => (text ? (await renderBounded(text)).html : null)
  for (let done = 0; ;) {
    const outdated = isStopping() ? [] : await findOutdatedTexts(database, TEXT_VERSION, CHUNK)
    if (outdated.length === 0) return done
    for (const { id, longDescription, changelog } of outdated) {
      await updateApplication(database, id, {
        longDescriptionHtml: await html(longDescription),
        changelogHtml: await html(changelog),
        textVersion: TEXT_VERSION,
      })
      done++
    }
  }
}
