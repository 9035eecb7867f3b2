import type { ListPage } from '@marketplace/contracts/pages/parts'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FilterForm } from './FilterForm.tsx'

const SHEET = 'm-0 ms-auto h-dvh max-h-none w-full max-w-md flex-col bg-surface text-ink open:flex backdrop:bg-black/50'

/**
 * Opens the filters over the list on small screens. Without scripts a link leads to the form above the list. The form is rendered when the
 * sheet is first opened, because most people never open it and it would double the filters in the HTML of each page.
 */
export const FilterSheet = ({ page }: { page: ListPage }) => {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const { length } = page.filters.chips
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        // The sheet can be closed before the list has loaded.
        data-keeps-focus
        onClick={show}
        className="lg:hidden no-js:hidden"
      >
        <Icon as={SlidersHorizontal} />
        Filters{length > 0 && ` (${length})`}
      </Button>
      <a
        href="#filters"
        className="inline-flex min-h-10 items-center text-sm font-semibold underline underline-offset-4 lg:hidden js:hidden"
      >
        Filters
      </a>
      <Dialog open={open} onClose={close} label="Filters" className={SHEET}>
        <div className="flex min-h-14 items-center justify-between border-b border-line ps-4 pe-2">
          <h2 className="text-base font-semibold">Filters</h2>
          <Button variant="quiet" aria-label="Close the filters" onClick={close} className="px-3">
            <Icon as={X} size={20} />
          </Button>
        </div>
        <div className="grow overflow-y-auto overscroll-contain px-4 py-5">{wanted && <FilterForm page={page} />}</div>
        <div className="flex items-center justify-between gap-4 border-t border-line px-4 py-3">
          <p role="status" className="text-sm text-muted tabular-nums">
            {counted(page.pagination.total, 'result')}
          </p>
          <Button onClick={close}>Show</Button>
        </div>
      </Dialog>
    </>
  )
}
