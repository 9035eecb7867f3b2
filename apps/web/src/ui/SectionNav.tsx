import { classNames } from './class-names.ts'
import { useActiveSection } from './use-active-section.ts'
import { Link } from './Link.tsx'

type Props = {
  sections: { id: string; shortTitle: string; count?: number }[]
  /** The page's address with its query, which a bare anchor would drop. */
  page?: string
}

/** Links to the page's sections. They stay at the top while the page scrolls. */
export const SectionNav = ({ sections, page }: Props) => {
  const active = useActiveSection(sections.map(({ id }) => id))
  return (
    sections.length > 1 && (
      <nav
        aria-label="On this page"
        className="sticky top-(--top) z-10 -mx-4 mt-10 border-b border-line bg-canvas md:-mx-8 lg:mx-0"
      >
        <ul className="scroll-row gap-6 px-4 md:px-8 lg:px-0">
          {sections.map(({ id, shortTitle, count }) => (
            <li key={id} className="shrink-0">
              <Link
                to={page === undefined ? { hash: id } : `${page}#${id}`}
                aria-current={active === id ? 'true' : undefined}
                className={classNames(
                  'flex min-h-12 items-center gap-2 border-b-2 text-sm whitespace-nowrap transition-colors -outline-offset-2',
                  active === id ? 'border-ink text-ink' : 'border-transparent text-muted hover:text-ink',
                )}
              >
                {shortTitle}
                {count !== undefined && <span className="text-xs text-muted tabular-nums">{count}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    )
  )
}
