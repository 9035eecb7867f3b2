import { readCallError } from '@marketplace/contracts/api/client'
import { Download } from 'lucide-react'
import { openedSession } from '../../../lib/session/start.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { failureText } from '../buying/cart-failure.ts'

/** How long (ms) the browser may take to start saving the file before its object URL is revoked. */
const KEPT_MS = 60_000

const download = async (path: string, name: string): Promise<void> => {
  const response = await (await openedSession()).send('product', path)
  if (!response.ok) throw await readCallError(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** Downloads the list as it is filtered, as a CSV file. */
export const DownloadButton = ({ path, name }: { path: string; name: string }) => {
  const { busy, run } = useAction(
    () => download(path, name),
    (error) => failureText(error, 'The file could not be loaded. Try again in a moment.'),
  )
  return (
    <Button variant="secondary" disabled={busy} aria-busy={busy} onClick={() => void run()}>
      <Icon as={Download} />
      CSV<span className="sr-only"> file of {name}</span>
    </Button>
  )
}
