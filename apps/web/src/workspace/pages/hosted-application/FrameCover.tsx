import type { AppFrameState } from '@marketplace/app-frame/open-app-frame'
import { CloudOff, Hourglass, ShieldX } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { hostOf } from '../../../ui/host-of.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

type Props = {
  state: Exclude<AppFrameState, 'ready'>
  name: string
  address: string
  onAgain: () => void
  onShow: () => void
}

/** Covers the frame until the application is shown. If it does not appear, the cover gives the reason. */
export const FrameCover = ({ state, name, address, onAgain, onShow }: Props) => {
  const back = (
    <ButtonLink to={paths.myApps()} variant="quiet">
      My apps
    </ButtonLink>
  )
  const again = <Button onClick={onAgain}>Try again</Button>
  return (
    <div className="absolute inset-0 overflow-y-auto bg-surface">
      {state === 'loading' ? (
        <div role="status" className="mx-auto h-full max-w-5xl space-y-4 p-6" data-app-loading="">
          <span className="sr-only">Loading {name}</span>
          <Skeleton className="h-10 w-56 rounded-control" />
          <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
            <Skeleton className="h-24 rounded-card" />
            <Skeleton className="h-24 rounded-card" />
            <Skeleton className="h-24 rounded-card" />
            <Skeleton className="h-24 rounded-card" />
          </div>
          <Skeleton className="h-64 rounded-card" />
        </div>
      ) : (
        <div role="alert" className="wrap pt-16">
          {state === 'silent' && (
            <EmptyState
              icon={Hourglass}
              title={`${name} does not answer`}
              action={
                <div className="flex flex-wrap justify-center gap-2">
                  {again}
                  <Button variant="secondary" onClick={onShow}>
                    Show it anyway
                  </Button>
                  {back}
                </div>
              }
            >
              Its page at {hostOf(address)} has not said that it is ready. If it still does, it appears here by itself. Nothing of
              yours was changed.
            </EmptyState>
          )}
          {state === 'unreachable' && (
            <EmptyState
              icon={CloudOff}
              title={`${name} cannot be reached`}
              action={
                <div className="flex flex-wrap justify-center gap-2">
                  {again}
                  {back}
                </div>
              }
            >
              Nothing answers at {hostOf(address)}, where its developer runs it, or your connection is interrupted. The app stays
              installed, and nothing of yours was changed.
            </EmptyState>
          )}
          {state === 'refused' && (
            <EmptyState icon={ShieldX} title={`${name} cannot be shown here`} action={back}>
              Its developer has given it an address that may not be opened in a frame. The app stays installed.
            </EmptyState>
          )}
        </div>
      )}
    </div>
  )
}
