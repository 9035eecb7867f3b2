import type { ListPage, PageLink } from '@marketplace/contracts/pages/parts'
import { SearchX } from 'lucide-react'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { withoutFilters } from './Chips.tsx'
import { rememberChoice } from './remember-choice.ts'
import { paths } from '../../lib/paths.ts'

type Props = {
  page: ListPage
  /** What there would be: "apps". */
  noun: string
  /** Where everything is, where that is not here. */
  all: PageLink | null
}

/** What stands where a list would be that the filters have left empty. The chips above it say what can be taken away. */
export const NoMatches = ({ page, noun, all }: Props) => {
  const cleared = withoutFilters(page.query)
  const forget = () => rememberChoice(page, page.query, cleared)
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${noun} match these filters`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.listing(page.path, cleared)} preventScrollReset onClick={forget}>
            Clear filters
          </ButtonLink>
          {all && (
            <ButtonLink to={all.href} variant="secondary" onClick={forget}>
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
