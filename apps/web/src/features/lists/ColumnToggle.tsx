import { SlidersHorizontal } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toggleColumn } from './collapse.ts'

/**
 * Hides or shows the column beside the list on wide screens. A class of the document stores the choice, so that it is applied before React
 * starts.
 */
export const ColumnToggle = () => (
  <Button variant="secondary" onClick={toggleColumn} className="max-lg:hidden no-js:hidden">
    <Icon as={SlidersHorizontal} />
    <span className="collapsed:hidden">Hide filters</span>
    <span className="hidden collapsed:inline">Show filters</span>
  </Button>
)
