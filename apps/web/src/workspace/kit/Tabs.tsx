import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/Link.tsx'

type Props = { label: string; tabs: readonly { name: string; to: string; current: boolean }[] }

/** Links to several views of the same data, each with an address. */
export const Tabs = ({ label, tabs }: Props) => (
  <nav aria-label={label}>
    <ul className="inline-flex rounded-control border border-line bg-surface p-0.5">
      {tabs.map(({ name, to, current }) => (
        <li key={name}>
          <Link
            to={to}
            preventScrollReset
            aria-current={current ? 'true' : undefined}
            className={classNames(
              'flex min-h-9 items-center rounded-sm px-3 text-sm',
              current ? 'bg-hover font-semibold text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
