import { Link2 } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { showToast } from '../../../lib/toasts.ts'

/** Copies the page's address. */
export const ShareButton = ({ address, className }: { address: string; className?: string }) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      showToast('Link copied')
    } catch {
      showToast('The browser did not allow copying. The address is in its address bar.')
    }
  }
  return (
    <Button variant="quiet" className={`no-js:hidden ${className ?? ''}`} onClick={copy}>
      <Icon as={Link2} />
      Copy link
    </Button>
  )
}
