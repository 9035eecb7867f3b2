import { classNames } from './class-names.ts'

type Props = { facts: readonly { label: string; value: string }[]; className?: string }

/** A list of facts, one on each line. */
export const FactList = ({ facts, className }: Props) => (
  <dl className={classNames('text-sm', className)}>
    {facts.map(({ label, value }) => (
      <div key={label} className="flex justify-between gap-6 py-1.5">
        <dt className="shrink-0 text-muted">{label}</dt>
        <dd className="min-w-0 text-end tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)
