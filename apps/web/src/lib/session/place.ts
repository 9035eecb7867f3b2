import type { Client } from '@marketplace/contracts/api/client'

/** What the session needs to know of the page around it. */
export type SessionPlace = {
  accountsUrl: string
  basename: string
  product: 'livechat' | 'helpdesk'
  /** Navigates to a path within the variant; `instead` replaces the entry in the history. */
  go: (to: string, instead?: boolean) => void
  /** Shows a toast. */
  say: (message: string) => void
  /** Whether the page stays open, with what the person typed, when a server refuses the token before it expires. */
  keepsPage?: boolean
  /** Loads the installed applications, where the page has a way that shares the answer. */
  listInstalled?: (product: Client<'product'>) => Promise<readonly { id: string }[]>
}
