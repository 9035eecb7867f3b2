// Fills a data folder with an invented catalogue by the normal import, and with reviews.
import { readConfig } from '../../apps/server/src/config/config.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { findApplicationsBySlug, importCatalogue } from '../../apps/server/src/modules/catalogue/index.ts'
import { insertRatings, recountSome } from '../../apps/server/src/modules/ratings/index.ts'
import { openStore, type Store } from '../../apps/server/src/store.ts'
import { inventReviews } from '../catalogue/reviews.ts'
import { writeCatalogue } from '../catalogue/write-catalogue.ts'
import { answerParent, endWithParent } from './worker.ts'

const CHUNK = 200

const [folder = '', count = '0', seed = '0'] = process.argv.slice(2)
const wanted = Number(count)

const fillStore = async ({ client, files }: Store) => {
  const { path, slugs, sample } = await writeCatalogue(folder, wanted, Number(seed))
  const report = await importCatalogue({
    client,
    files,
    path,
    production: true,
    now: new Date(),
    onProgress: ({ bytes, totalBytes }) => process.send?.({ progress: bytes / totalBytes }),
  })
  // Measuring a half-imported catalogue would give meaningless figures.
  if (report.created !== wanted || report.remarks.length > 0)
    throw new Error(`the import took ${report.created} of ${wanted}: ${JSON.stringify(report.remarks.slice(0, 3))}`)

  const reviewsOf = inventReviews(Number(seed))
  for (let start = 0; start < slugs.length; start += CHUNK) {
    const applications = await findApplicationsBySlug(client.database, slugs.slice(start, start + CHUNK))
    const places = new Map(slugs.slice(start, start + CHUNK).map((slug, index) => [slug, start + index]))
    const rows = applications.flatMap(({ id, slug }) =>
      reviewsOf(places.get(slug) ?? 0).map((review, number) => ({
        id: `${id}-${number}`,
        applicationId: id,
        writtenAt: review.createdAt,
        verifiedAt: review.createdAt,
        ...review,
      })),
    )
    await inTransaction(client.database, async (transaction) => {
      await insertRatings(transaction, rows)
      await recountSome(
        transaction,
        applications.map(({ id }) => id),
        new Date(),
      )
    })
  }
  return sample
}

const opening = openStore(readConfig(process.env), 'tool', { info: () => {}, warn: (_, line) => console.error(line) })
endWithParent(async () => (await opening).close())
const sample = await fillStore(await opening)
answerParent(sample, {})
