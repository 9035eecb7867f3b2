import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { paths } from '@marketplace/contracts/pages/paths'
import type { RatingSummary, Review } from '@marketplace/contracts/ratings/schemas'
import { type ComponentType, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { openedSession } from '../../lib/session/start.ts'
import { useSession, whoOf } from '../../lib/session/store.ts'
import { ButtonAnchor, ButtonLink } from '../../ui/Button.tsx'
import { Reviews } from './Reviews.tsx'
import { withRatings } from './with-ratings.ts'

const RatingArea = lazyPart(async () => (await import('./RatingArea.tsx')).RatingArea)
type Report = { review: Review; Dialog: ComponentType<{ review: Review; onClose: () => void }> }

/**
 * The page with the current ratings, and its reviews with the visitor's actions. The code for rating and reporting is loaded when it is
 * first used.
 */
export const useReviewParts = (given: ApplicationPage, { signInBase }: SiteData) => {
  const [rated, setRated] = useState<{ id: string; summary: RatingSummary } | null>(null)
  const page = rated?.id === given.id ? withRatings(given, rated.summary) : given
  const { pathname } = useLocation()
  const data = useSession()?.data
  const who = data ? whoOf(data) : null
  const [asked, setAsked] = useState<string | null>(null)
  const [report, setReport] = useState<Report | null>(null)

  const signIn = async () => (await openedSession()).signIn(`${pathname}#reviews`)
  const openReport = async (review: Review) => {
    if (!who && !(await signIn())) return
    const { ReportDialog } = await import('./ReportDialog.tsx')
    setReport({ review, Dialog: ReportDialog })
  }

  const verb = `Rate this ${page.service ? 'service' : 'app'}`
  const rating =
    signInBase !== null ? (
      <ButtonAnchor variant="secondary" href={`${signInBase}${pathname}#reviews`}>
        {verb}
      </ButtonAnchor>
    ) : who ? (
      <RatingArea
        key={`${who} ${page.id}`}
        page={page}
        who={who}
        asked={asked === page.id}
        onRated={(summary) => setRated({ id: page.id, summary })}
      />
    ) : (
      <ButtonLink
        variant="secondary"
        to={paths.signIn(pathname)}
        onClick={(event) => {
          event.preventDefault()
          const { href } = event.currentTarget
          setAsked(page.id)
          signIn().catch(() => window.location.assign(href))
        }}
      >
        {verb}
      </ButtonLink>
    )
  return {
    page,
    reviews: (
      <>
        <Reviews
          page={page}
          rating={rating}
          onReport={signInBase === null ? (review) => void openReport(review).catch(console.error) : null}
        />
        {report && <report.Dialog review={report.review} onClose={() => setReport(null)} />}
      </>
    ),
  }
}
