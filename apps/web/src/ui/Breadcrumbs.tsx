import { ChevronRight } from 'lucide-react'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

/** Links to the pages above this one. The last step is this page. */
export const Breadcrumbs = ({ steps }: { steps: { href: string; name: string }[] }) => (
  <nav aria-label="Breadcrumb" className="pt-6 text-xs text-muted md:pt-8">
    <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {steps.map(({ href, name }, index) => (
        <li key={href} className="flex min-w-0 items-center gap-1.5">
          {index < steps.length - 1 ? (
            <Link
              to={href}
              className="inline-flex min-h-6 items-center rounded-xs wrap-anywhere underline-offset-4 hover:text-ink hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span aria-current="page" className="line-clamp-1 text-ink">
              {name}
            </span>
          )}
          {index < steps.length - 1 && <Icon as={ChevronRight} size={14} className="shrink-0" />}
        </li>
      ))}
    </ol>
  </nav>
)
