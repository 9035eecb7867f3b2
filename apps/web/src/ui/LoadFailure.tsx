import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'

/** Shown if something could not be loaded, with a button to try again. */
export const LoadFailure = ({
  title,
  onRetry,
  children = 'Nothing of yours was changed or lost.',
}: {
  title: string
  onRetry: () => void
  /** A sentence about what happened, and that nothing was lost. */
  children?: ReactNode
}) => (
  <div role="alert">
    <EmptyState
      icon={RotateCw}
      title={title}
      action={
        <Button onClick={onRetry}>
          <Icon as={RotateCw} />
          Try again
        </Button>
      }
    >
      {children}
    </EmptyState>
  </div>
)
