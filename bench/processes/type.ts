// Searches as a person types, in the process and without HTTP, and reports how long each answer took.
import { openLiveCatalogue } from '../../apps/server/src/modules/catalogue/index.ts'
import { openLivePartners } from '../../apps/server/src/modules/partners/index.ts'
import { openLiveSearch } from '../../apps/server/src/modules/search/index.ts'
import { systemClock as clock } from '../../apps/server/src/core/clock.ts'
import { variantNamed } from '@marketplace/contracts/core/variants'
import { answerParent } from './worker.ts'
import { openWorkerStore } from './worker-store.ts'

/** The number of hits in a section of the dropdown. */
const HITS = 5

const { config, log, store, open } = await openWorkerStore()
const { client, requests } = store
const catalogue = await openLiveCatalogue(client, clock, log)
open.push(catalogue)
const partners = await openLivePartners(client, clock, log)
open.push(partners)
const { urls, hostedSearch: hosted } = config
const search = await openLiveSearch({ client, requests, catalogue, partners, clock, log, publicUrl: urls.public, hosted })
open.push(search)
await search.built

const variant = variantNamed('base')

answerParent(null, {
  /** How long the answer for each text took, in ms. */
  type: async (texts: readonly string[]): Promise<number[]> => {
    const times: number[] = []
    for (const text of texts) {
      const started = performance.now()
      await search.answer(text, variant, HITS, '127.0.0.1')
      times.push(performance.now() - started)
    }
    return times
  },
})
