import { SlidersHorizontal } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toggleColumn } from './collapse.ts'

/** On wide screens: hides the column beside the list, or brings it back. The document's class says which, before React arrives. */
export const ColumnToggle = () => (
  <Button variant="secondary" onClick={toggleColumn} className="max-lg:hidden no-js:hidden">
    <Icon as={SlidersHorizontal} />
    <span className="collapsed:hidden">Hide filters</span>
    <span className="hidden collapsed:inline">Show filters</span>
  </Button>
)
