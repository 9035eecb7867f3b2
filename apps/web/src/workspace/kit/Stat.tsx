import type { ReactNode } from 'react'

type Props = { label: string; value: ReactNode; note?: ReactNode }

/** One figure with its label. Use it in Stats. */
export const Stat = ({ label, value, note }: Props) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-1 text-2xl font-semibold wrap-anywhere tabular-nums">{value}</dd>
    {note && <dd className="text-sm text-muted">{note}</dd>}
  </div>
)

/** Figures side by side, on small screens one below the other. */
export const Stats = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">{children}</dl>
)
