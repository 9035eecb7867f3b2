import type { ReceiptFacts } from '@marketplace/contracts/installs/receipt-facts'

/** The facts of the receipt for an uninstalled application that cost nothing. */
export const RECEIPT_FACTS: ReceiptFacts = {
  application: { name: 'Gone', slug: 'gone', product: 'livechat', service: false },
  installed_at: '2026-01-01T00:00:00.000Z',
  used_by: null,
  reason: null,
  cancelled: [],
  kept_purchase: null,
  free_right_ended: false,
  refunded: 0,
  tokens_revoked: 0,
  consent: { ended: true, scopes: [], kept_for: [], personal: 0 },
  told: false,
  developer: null,
}
