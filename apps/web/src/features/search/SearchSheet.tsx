import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SearchField } from './SearchField.tsx'

const SHEET =
  'm-0 h-dvh max-h-none w-full max-w-none flex-col bg-surface text-ink open:flex backdrop:bg-black/50 md:mx-auto md:mt-16 md:h-fit md:max-h-[calc(100dvh-8rem)] md:max-w-2xl md:rounded-panel'

export type SearchSheetProps = { open: boolean; onClose: () => void }

/**
 * The search in a sheet that fills a small screen. On a large screen it opens if no search field is visible. It closes after a navigation.
 */
export const SearchSheet = ({ open, onClose }: SearchSheetProps) => {
  const location = useLocation()
  const shown = useRef(location)
  useEffect(() => {
    if (shown.current !== location) onClose()
    shown.current = location
  }, [location, onClose])
  return (
    <Dialog open={open} onClose={onClose} label="Search" className={SHEET}>
      <div className="relative flex min-h-0 grow p-3">
        <SearchField look="sheet" onLeave={onClose} />
        <Button variant="quiet" onClick={onClose} className="absolute end-3 top-3 min-h-12 px-3">
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
