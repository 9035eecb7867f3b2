import type { ListPage, PageLink } from '@marketplace/contracts/pages/parts'
import { SearchX } from 'lucide-react'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { withoutFilters } from './Chips.tsx'
import { rememberChoice } from './remember-choice.ts'
import { useListAddress } from './use-list-address.ts'
import { paths } from '../../lib/paths.ts'

type Props = {
  page: ListPage
  /** The plural of the listed things: "apps". */
  noun: string
  /** The list of everything, if that is another page. */
  all: PageLink | null
}

/** Shown instead of the list if no entry matches the filters. The chips above it remove filters. */
export const NoMatches = ({ page, noun, all }: Props) => {
  const list = useListAddress(page)
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${noun} match these filters`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink
            to={paths.listing(page.path, withoutFilters(page.query))}
            preventScrollReset
            onClick={(event) => list.followFilterLink(event, withoutFilters)}
          >
            Clear filters
          </ButtonLink>
          {all && (
            <ButtonLink
              to={all.href}
              variant="secondary"
              onClick={() => rememberChoice(page, list.latest(), withoutFilters(page.query))}
            >
              {all.name}
            </ButtonLink>
          )}
        </div>
      }
    >
      Take one of them away, or begin again without any.
    </EmptyState>
  )
}
