import { refusalOf } from '@marketplace/contracts/api/client'
import { openedSession } from '../../../lib/session/start.ts'

/** How long the browser may take to begin to keep what it was given. */
const KEPT_MS = 60_000

/** Loads a document of the billing API as whoever is signed in, and hands it to the browser as a file. */
export const downloadDocument = async (id: string, format: 'pdf' | 'ubl', number: string): Promise<void> => {
  const response = await (await openedSession()).send('billing', `/invoices/${encodeURIComponent(id)}/${format}`)
  if (!response.ok) throw await refusalOf(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `${number}.${format === 'pdf' ? 'pdf' : 'xml'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
