import type { ReviewsData } from '@marketplace/contracts/pages/application'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Reviews } from './Reviews.tsx'

const review = (id: number, text = 'Good'): ReviewsData['reviews'][number] => ({
  id: String(id),
  name: `Person ${id}`,
  rate: 4,
  text,
  date: 'Nov 3, 2026',
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
}

const markup = (reviews: ReviewsData | null) => renderToStaticMarkup(<Reviews reviews={reviews} what="service" />)
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

it('keeps the line breaks of a review and shows its HTML as text', () => {
  const shown = markup({ ...given, reviews: [review(1, 'First\n<b onclick="x()">second</b>')] })
  expect(shown).toContain('whitespace-pre-line">First\n&lt;b onclick=&quot;x()&quot;&gt;second&lt;/b&gt;</p>')
})

it('says that there are ratings without words', () =>
  expect(text({ ...given, reviewCount: 0, reviews: [] })).toContain('Nobody has written a review yet.'))

it.each([
  [8, null],
  [9, '3 more reviews'],
])('shows %i reviews, and unfolds %s', (count, summary) => {
  const shown = markup({ ...given, reviewCount: count, reviews: Array.from({ length: count }, (_, index) => review(index)) })
  expect(/<summary[^>]*>(.*?)<\/summary>/.exec(shown)?.[1] ?? null).toBe(summary)
  expect(shown).not.toContain('newest')
})

it('says that older reviews are not shown', () =>
  expect(text({ ...given, reviewCount: 14 })).toContain('These are the newest 1 of 14 reviews.'))
