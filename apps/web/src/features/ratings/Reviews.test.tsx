import type { ReviewsData } from '@marketplace/contracts/pages/application'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Reviews } from './Reviews.tsx'

type Given = ReviewsData['reviews'][number]
const review = (id: number, given: Partial<Given> = {}): Given => ({
  id: String(id),
  name: `Person ${id}`,
  rate: 4,
  review: 'Good',
  createdAt: '2026-11-03T00:00:00.000Z',
  installedSince: null,
  plan: null,
  answer: null,
  ...given,
})

const given: ReviewsData = {
  rate: 4.5,
  votes: 4,
  histogram: [
    { stars: 5, votes: 2, percent: 50 },
    { stars: 4, votes: 2, percent: 50 },
    { stars: 3, votes: 0, percent: 0 },
    { stars: 2, votes: 0, percent: 0 },
    { stars: 1, votes: 0, percent: 0 },
  ],
  reviewCount: 1,
  reviews: [review(1)],
  page: 1,
}

const markup = (reviews: ReviewsData | null) =>
  renderToStaticMarkup(<Reviews page={{ id: 'a', service: true, reviews }} rating={null} onReport={() => {}} />)
/** What a person reads or hears. */
const text = (reviews: ReviewsData | null) => markup(reviews).replace(/<[^>]+>/g, '')

it('says quietly that nobody has rated it', () => expect(text(null)).toBe('Nobody has rated this service yet.'))

it('says how the ratings are spread, where that is known', () => {
  expect(text(given)).toContain('5 stars50 %, 2 ratings')
  expect(text(given)).toContain('1 star0 %, 0 ratings')
  expect(text({ ...given, histogram: null })).not.toContain('%')
})

it('says of a few among many that they are some, and of the many that they are not all', () => {
  const spread = (votes: number[], percents: number[]) => {
    const histogram = votes.map((count, index) => ({ stars: 5 - index, votes: count, percent: percents[index] ?? 0 }))
    return text({ ...given, histogram })
  }
  const few = spread([1_998, 2, 0, 0, 0], [100, 0, 0, 0, 0])
  expect(few).toContain('5 stars&gt;99 %, 1,998 ratings')
  expect(few).toContain('4 stars&lt;1 %, 2 ratings')
  expect(few).toContain('3 stars0 %, 0 ratings')
  expect(spread([3, 0, 0, 0, 0], [100, 0, 0, 0, 0])).toContain('5 stars100 %, 3 ratings')
})

it('keeps the line breaks of a review and shows its HTML as text, each in a direction of its own', () => {
  const shown = markup({ ...given, reviews: [review(1, { review: 'First\n<b onclick="x()">second</b>', name: '\u202EadA' })] })
  expect(shown).toMatch(
    /<p dir="auto" class="[^"]*whitespace-pre-line">First\n&lt;b onclick=&quot;x\(\)&quot;&gt;second&lt;\/b&gt;<\/p>/,
  )
  expect(shown).toMatch(/<bdi[^>]*>\u202EadA<\/bdi>/)
})

it('shows the evidence and the answer', () => {
  const answer = { developer: 'Larkspur', answer: 'Thank you.', createdAt: '2026-11-04T00:00:00.000Z' }
  const shown = text({ ...given, reviews: [review(1, { installedSince: '2026-03', plan: 'Pro', answer })] })
  expect(shown).toContain('Installed since Mar 2026 · Pro plan')
  expect(shown).toContain('Answer of Larkspur · Nov 4, 2026Thank you.')
})

it('says that there are ratings without words', () =>
  expect(text({ ...given, reviewCount: 0, reviews: [] })).toContain('Nobody has written a review yet.'))

it.each([
  [1, false],
  [12, true],
])('offers more where there are %i', (reviewCount, more) =>
  expect(text({ ...given, reviewCount }).includes('Show more reviews')).toBe(more),
)

it.each([
  [1, 25, ['?reviews=2#reviews']],
  [2, 25, ['./#reviews', '?reviews=3#reviews']],
  [3, 21, ['?reviews=2#reviews']],
])('links from page %i of %i to those beside it, for who has no scripts', (page, reviewCount, links) =>
  expect([...markup({ ...given, page, reviewCount }).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(links),
)
