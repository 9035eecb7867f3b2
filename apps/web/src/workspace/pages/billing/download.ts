import { readCallError } from '@marketplace/contracts/api/client'
import { openedSession } from '../../../lib/session/start.ts'

/** How long (ms) the browser may take to start saving the file before its object URL is revoked. */
const KEPT_MS = 60_000

/** Downloads a document of the billing API as the signed-in person. */
export const downloadDocument = async (id: string, format: 'pdf' | 'ubl', number: string): Promise<void> => {
  const response = await (await openedSession()).send('billing', `/invoices/${encodeURIComponent(id)}/${format}`)
  if (!response.ok) throw await readCallError(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `${number}.${format === 'pdf' ? 'pdf' : 'xml'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
