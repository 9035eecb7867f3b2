import type { ReviewsData } from '@marketplace/contracts/pages/application'
import type { Review, ReviewSort } from '@marketplace/contracts/ratings/schemas'
import { useRef, useState } from 'react'
import { showToast } from '../../lib/toasts.ts'

export type ReviewChoice = { sort: ReviewSort; rate: number | null }
const FIRST: ReviewChoice = { sort: 'newest', rate: null }
const STEP = 10

/** The reviews on the screen: those of the page, and those that were loaded later. */
export const useReviewList = (id: string, given: Pick<ReviewsData, 'reviews' | 'reviewCount' | 'page'>) => {
  const [choice, setChoice] = useState(FIRST)
  const [asked, setAsked] = useState<{ reviews: Review[]; total: number; start: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)
  // The sort order and filter that the person chose last. They may change again before their reviews have loaded.
  const wanted = useRef(FIRST)
  const kept = useRef(FIRST)
  const shown = asked ?? { reviews: given.reviews, total: given.reviewCount, start: (given.page - 1) * STEP }

  /**
   * Loads the reviews after `before`. `start` is the number of reviews on the pages before the first one shown (someone may have opened a
   * later page).
   */
  const ask = async ({ sort, rate }: ReviewChoice, before: Review[], start: number) => {
    const number = ++latest.current
    setBusy(true)
    try {
      const { publicProduct } = await import('../../lib/public-product.ts')
      const query = { sort, limit: STEP, offset: start + before.length, ...(rate !== null && { rate }) }
      const { result, total } = await publicProduct('GET /feedback/rate/application/{id}/reviews', { params: { id }, query })
      if (number !== latest.current) return
      const known = new Set(before.map((review) => review.id))
      setAsked({ reviews: [...before, ...result.filter((review) => !known.has(review.id))], total, start })
      kept.current = { sort, rate }
      setChoice(kept.current)
    } catch {
      if (number !== latest.current) return
      wanted.current = kept.current
      showToast("Reviews couldn't be loaded")
    } finally {
      if (number === latest.current) setBusy(false)
    }
  }
  return {
    ...shown,
    choice,
    busy,
    choose: (next: Partial<ReviewChoice>) => {
      wanted.current = { ...wanted.current, ...next }
      void ask(wanted.current, [], 0)
    },
    more: () => void ask(choice, shown.reviews, shown.start),
  }
}
