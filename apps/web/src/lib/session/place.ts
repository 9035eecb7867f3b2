import type { Client } from '@marketplace/contracts/api/client'

/** Where the session lives, and what it does to the page around it. */
export type SessionPlace = {
  accountsUrl: string
  basename: string
  product: 'livechat' | 'helpdesk'
  /** Goes to a path within the variant; `instead` of where the person is. */
  go: (to: string, instead?: boolean) => void
  /** Shows a message for a moment. */
  say: (message: string) => void
  /** Whether the page stays as it is, with what was typed, when a token is refused before its end. */
  keepsPage?: boolean
  /** What the organization has installed, where somebody else asks for it already. */
  listInstalled?: (product: Client<'product'>) => Promise<readonly { id: string }[]>
}
