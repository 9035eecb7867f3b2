import { Download } from 'lucide-react'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { failureText } from '../buying/cart-failure.ts'
import { downloadDocument } from './download.ts'

const FAILED = 'The file could not be loaded. Try again in a moment.'

type Props = { id: string; number: string; quiet?: boolean }

/** Buttons that download a document as PDF, and as UBL for accounting. */
export const Downloads = ({ id, number, quiet = false }: Props) => {
  const pdf = useAction(
    () => downloadDocument(id, 'pdf', number),
    (error) => failureText(error, FAILED),
  )
  const ubl = useAction(
    () => downloadDocument(id, 'ubl', number),
    (error) => failureText(error, FAILED),
  )
  const look = quiet ? ({ variant: 'quiet', size: 'sm' } as const) : ({ variant: 'secondary' } as const)
  return (
    <span className="flex flex-wrap gap-2 max-sm:justify-end">
      {[
        { name: 'PDF', action: pdf },
        { name: 'UBL', action: ubl },
      ].map(({ name, action }) => (
        <Button key={name} {...look} disabled={action.busy} aria-busy={action.busy} onClick={() => void action.run()}>
          <Icon as={Download} />
          {name}
          <span className="sr-only"> of {number}</span>
        </Button>
      ))}
    </span>
  )
}
