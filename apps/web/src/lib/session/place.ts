import type { Client } from '@marketplace/contracts/api/client'

/** The page on which a session runs, as far as the session needs it. */
export type SessionPlace = {
  accountsUrl: string
  basename: string
  product: 'livechat' | 'helpdesk'
  /** Navigates to a path within the variant; `instead` replaces the entry in the history. */
  go: (to: string, instead?: boolean) => void
  /** Shows a toast. */
  say: (message: string) => void
  /** Runs work that can wait until the page shows its content; without it, the work runs at once. */
  later?: (work: () => void) => void
  /** Whether the page stays open, with what the person typed, when a server refuses the token before it expires. */
  keepsPage?: boolean
  /** Loads the installed applications, on pages that cache this answer for other uses too. */
  listInstalled?: (product: Client<'product'>) => Promise<readonly { id: string }[]>
}
