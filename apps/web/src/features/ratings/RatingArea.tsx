import type { MyRating, RatingSummary } from '@marketplace/contracts/ratings/schemas'
import { useEffect, useRef, useState } from 'react'
import { useInstalled } from '../../lib/installs.ts'
import { useInstallsNews } from '../../lib/installs-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useAction } from '../../lib/use-action.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OwnRating } from './OwnRating.tsx'
import { changeFailure } from './rating-texts.ts'
import { RatingDialog } from './RatingDialog.tsx'

type RatingAreaProps = {
  page: { id: string; name: string; service: boolean }
  who: string
  /** Whether the person pressed "rate" before the session was loaded. */
  asked: boolean
  onRated: (summary: RatingSummary) => void
}

/** The rating by the signed-in person: their stars and the dialog, or the reason why they cannot rate. */
export const RatingArea = ({ page, who, asked, onRated }: RatingAreaProps) => {
  const { id } = page
  const { loaded, reload, refresh, set } = useLoaded<MyRating>(`${who} ${id}`, async () =>
    (await openedSession()).product('GET /feedback/rate/application/{id}/my', { params: { id } }),
  )
  // After an install, in this tab or another, the person may be able to rate.
  useInstallsNews(() => void refresh())
  const installed = useInstalled(id)
  const known = useRef(installed)
  useEffect(() => {
    if (known.current === installed) return
    known.current = installed
    void refresh()
  }, [installed, refresh])
  if (loaded.status === 'loading') return <Skeleton className="h-10 w-40 rounded-control" />
  if (loaded.status === 'failed')
    return (
      <div className="space-y-2 text-sm">
        <p className="text-muted">Your rating couldn’t be loaded.</p>
        <Button variant="secondary" onClick={() => void reload()}>
          Try again
        </Button>
      </div>
    )
  return <Known page={page} own={loaded.value} asked={asked} keep={set} onRated={onRated} />
}

type KnownProps = Pick<RatingAreaProps, 'page' | 'asked' | 'onRated'> & { own: MyRating; keep: (own: MyRating) => void }

const Known = ({ page: { id, name, service }, own, asked, keep, onRated }: KnownProps) => {
  const { rating, can } = own
  const [open, setOpen] = useState<'rate' | 'delete' | null>(asked && can.rate.allowed ? 'rate' : null)
  const taken = useAction(async () => {
    const { product } = await openedSession()
    const after = await product('DELETE /feedback/rate/application/{id}', { params: { id } })
    keep({ ...own, rating: after.rating })
    onRated(after.summary)
    setOpen(null)
  }, changeFailure)
  return (
    <div className="space-y-3">
      {rating && <OwnRating rating={rating} />}
      {can.rate.allowed && (
        <Button variant="secondary" onClick={() => setOpen('rate')}>
          {rating ? 'Change your rating' : `Rate this ${service ? 'service' : 'app'}`}
        </Button>
      )}
      {!can.rate.allowed && <p className="text-sm text-muted">{can.rate.message}</p>}
      {rating && can.rate.code !== 'RATING_BY_SUPPORT' && (
        <Button variant="quiet" onClick={() => setOpen('delete')}>
          Delete your rating
        </Button>
      )}
      {open === 'rate' && (
        <RatingDialog
          id={id}
          appName={name}
          own={own}
          onClose={() => setOpen(null)}
          onRated={(rated) => {
            keep({ ...own, rating: rated.rating })
            onRated(rated.summary)
          }}
        />
      )}
      <Confirm
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title={`Delete your rating of ${name}?`}
        loses="Your stars, your review and the answer to it are deleted."
        keep="Keep it"
        confirm="Delete"
        busy={taken.busy}
        onConfirm={() => void taken.run()}
      />
    </div>
  )
}
