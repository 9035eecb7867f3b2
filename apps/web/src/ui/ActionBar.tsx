import type { ReactNode } from 'react'

/** A bar at the bottom of small screens with the page's main action. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div
    data-action-bar=""
    className="fixed inset-x-0 bottom-0 z-20 bg-surface pe-(--gutter) pb-[env(safe-area-inset-bottom)] shadow-bar lg:hidden"
  >
    <div className="wrap flex min-h-18 items-center justify-between gap-4 py-3">{children}</div>
  </div>
)
