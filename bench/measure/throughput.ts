import type { CatalogueSample } from '../catalogue/write-catalogue.ts'
import { askedTexts, typedTexts } from '../catalogue/typed-texts.ts'
import type { Scale } from './options.ts'
import type { Asked } from '../processes/load.ts'
import { BROWSER, fetchAnswer } from './fetch-answer.ts'
import { type LoadGenerator, measure, type Measured } from './servers.ts'
import { median } from './statistics.ts'

type Figures = { requestsPerSecond: number; cpuSecondsPer1000: number }

/** The cost of one kind of answer, compared with a bare server that sends the same bytes. */
export type Throughput = { answer: string; bytes: number; ours: Figures; bare: Figures; requestsRatio: number; cpuRatio: number }

type Scenario = { answer: string; asked: readonly Asked[]; headers: Record<string, string>; uncached: boolean }

const CONNECTIONS = 32
/** The number of hits in an answer of the protocol. */
const HITS = 24

/** The measured kinds of answers. An uncached page is measured compressed, as it is sent, and also without compression. */
export const scenarios = (
  listing: readonly string[],
  { applications, names, words }: CatalogueSample,
  seed: number,
): Scenario[] => {
  const searches = typedTexts(names, seed).map((text) => `/api/v2/search?${new URLSearchParams({ query: text })}`)
  const texts = askedTexts(words, seed)
  const results = texts.map((text) => `/search/?${new URLSearchParams({ query: text })}`)
  const protocol = texts.map((query) => ({
    path: '/search/1/indexes/apps/query',
    body: JSON.stringify({ query, hitsPerPage: HITS }),
  }))
  const slug = applications[0]?.split('/')[2] ?? ''
  const cached = (answer: string, path: string) => ({ answer, asked: [path], headers: BROWSER, uncached: false })
  return [
    cached('cached listing page', '/apps/'),
    { answer: 'uncached listing page', asked: listing, headers: BROWSER, uncached: true },
    { answer: 'the same, not compressed', asked: listing, headers: {}, uncached: true },
    cached('page data of the listing', '/page-data/apps/page-data.json'),
    cached('published list of 24', '/api/v2/applications/published?limit=24'),
    cached('application detail by slug', `/api/v2/applications/${slug}/published`),
    { answer: 'search, as somebody types', asked: searches, headers: BROWSER, uncached: false },
    { answer: `search protocol, ${HITS} hits`, asked: protocol, headers: BROWSER, uncached: false },
    { answer: 'search protocol, not compressed', asked: protocol, headers: {}, uncached: false },
    { answer: 'uncached results page', asked: results, headers: BROWSER, uncached: true },
  ]
}

/**
 * Measures requests per second and processor time. Our server and the bare one alternate, so that both get the same conditions.
 */
export const measureThroughput = async (
  ours: Measured,
  bare: Measured,
  generate: LoadGenerator,
  all: readonly Scenario[],
  { rounds, seconds }: Scale,
): Promise<Throughput[]> => {
  const runs = new Map(all.map(({ answer }) => [answer, { ours: [] as Figures[], bare: [] as Figures[], bytes: 0 }]))
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const { answer, asked, headers, uncached } of all) {
      const sent = await fetchAnswer(ours.ready.port, asked[0] ?? '/', headers)
      await bare.ask('send', { headers: sent.headers, body: sent.body })
      await ours.ask('uncached', uncached)
      // Each round requests other addresses, because the same ones would be cached in the second round.
      const begin = Math.floor((asked.length * round) / (rounds + 1))
      const load = {
        asked: [...asked.slice(begin), ...asked.slice(0, begin)],
        headers,
        connections: CONNECTIONS,
        until: { seconds },
      }
      const run = runs.get(answer)
      const turns = (['ours', 'bare'] as const).map((whose) => async () => {
        const { requests, seconds: taken, cpuSeconds } = await measure(whose === 'ours' ? ours : bare, generate, load)
        if (round > 0)
          run?.[whose].push({ requestsPerSecond: requests / taken, cpuSecondsPer1000: (cpuSeconds / requests) * 1_000 })
      })
      for (const turn of round % 2 ? turns.toReversed() : turns) await turn()
      await ours.ask('uncached', false)
      if (run) run.bytes = sent.body.length
    }
  }
  return [...runs].map(([answer, run]) => {
    const [our, theirs] = [middle(run.ours), middle(run.bare)]
    return {
      answer,
      bytes: run.bytes,
      ours: our,
      bare: theirs,
      requestsRatio: our.requestsPerSecond / theirs.requestsPerSecond,
      cpuRatio: our.cpuSecondsPer1000 / theirs.cpuSecondsPer1000,
    }
  })
}

const middle = (figures: readonly Figures[]): Figures => ({
  requestsPerSecond: median(figures.map(({ requestsPerSecond }) => requestsPerSecond)),
  cpuSecondsPer1000: median(figures.map(({ cpuSecondsPer1000 }) => cpuSecondsPer1000)),
})
