import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useHref, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SearchField } from './SearchField.tsx'
import { opensSearch } from './search-key.ts'
import type { SearchSheetProps } from './SearchSheet.tsx'

/** Whether a key press would enter text. Checkboxes match :read-only, text fields :read-write. */
const isWriting = (target: EventTarget | null): boolean => target instanceof Element && target.matches(':read-write')

/**
 * The search on every page: a field on wide screens, a button that opens a sheet on small ones, and keyboard shortcuts. In a host product's
 * frame there is no header, so the field is above the page at every width. On a page with a search field of its own, the style sheet hides
 * this one.
 */
export const SiteSearch = ({ framed = false }: { framed?: boolean }) => {
  const action = useHref(paths.search())
  const navigate = useNavigate()
  const [Sheet, setSheet] = useState<ComponentType<SearchSheetProps> | null>(null)
  const [open, setOpen] = useState(false)
  const openSheet = () => {
    // The sheet's field needs the suggestions at once.
    Promise.all([import('./SearchSheet.tsx'), import('./Suggestions.tsx')])
      .then(([{ SearchSheet }]) => {
        setSheet(() => SearchSheet)
        setOpen(true)
      })
      .catch(() => navigate(paths.search()))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!opensSearch(event, isWriting(event.target))) return
    event.preventDefault()
    // An open dialog gets all key presses.
    if (document.querySelector('dialog:modal')) return
    const fields = [...document.querySelectorAll<HTMLInputElement>('[role=search] input')]
    const field = fields.find((input) => input.checkVisibility({ visibilityProperty: true }))
    if (!field) return openSheet()
    field.focus()
    field.select()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <SearchField look={framed ? 'frame' : 'header'} />
      {!framed && (
        <form
          action={action}
          onSubmit={(event) => {
            event.preventDefault()
            openSheet()
          }}
          className="lg:hidden"
        >
          <button
            aria-label="Search"
            aria-haspopup="dialog"
            className="flex size-11 items-center justify-center rounded-control transition-colors hover:bg-hover"
          >
            <Icon as={Search} size={20} />
          </button>
        </form>
      )}
      {Sheet && <Sheet open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
