/** Where the session lives, and what it does to the page around it. */
export type SessionPlace = {
  accountsUrl: string
  basename: string
  product: 'livechat' | 'helpdesk'
  /** Goes to a path within the variant; `instead` of where the person is. */
  go: (to: string, instead?: boolean) => void
  /** Shows a message for a moment. */
  say: (message: string) => void
}
