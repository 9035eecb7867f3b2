/** The kinds of differences, with cause and remedy, for the operator. docs/OPERATING.md, Reconciliation. */
export const DIFFERENCES = {
  capture_unknown: {
    cause: 'Money was captured that no attempt of ours asked for: by hand at the provider, or before a backup was restored.',
    todo: 'Find out who made it. Refund it at the provider unless it pays for something outside of the marketplace.',
  },
  captured_twice: {
    cause: 'An attempt captured with one payment, and another payment with its label was captured too.',
    todo: 'Refund the payment named here at the provider: nothing was delivered for it.',
  },
  capture_without_sale: {
    cause: 'The provider captured money, and the attempt ended without sales.',
    todo: 'Refund the payment at the provider: nothing was delivered for it.',
  },
  capture_differs: {
    cause: 'The provider captured another amount than the sales add up to.',
    todo: 'If more was captured, refund the rest at the provider. If less, look at the attempt in the audit before anything is paid out.',
  },
  authorization_left: {
    cause: 'An attempt ended, and its money is still reserved on the card.',
    todo: 'Cancel the payment at the provider. It ends by itself after 7 days.',
  },
  sale_without_capture: {
    cause: 'Something was sold, and the provider has no capture for it.',
    todo: 'Compare the keys in use: the server may talk to another account of the provider, or to its test mode.',
  },
  refund_not_booked: {
    cause: 'The provider gave money back, and the books do not have it: its webhook did not arrive.',
    todo: 'Send the event again from the provider. The webhook reads the refund and books it.',
  },
  refund_differs: {
    cause: 'A refund is another amount at the provider than in the books.',
    todo: 'The provider is right about the money. Look at the refund in the audit, and ask for help before you change rows.',
  },
  refund_given_back: {
    cause: 'A refund failed after it had succeeded, and the webhook about it did not arrive.',
    todo: 'Send the event refund.failed again from the provider, and ask the buyer for another way to be paid.',
  },
  refund_not_made: {
    cause: 'The books have a refund that the provider does not have.',
    todo: 'Compare the keys in use. If they are right, make the refund at the provider, and note it here.',
  },
  dispute_not_booked: {
    cause: 'A dispute was opened or decided, and its webhook did not arrive.',
    todo: 'Send the event again from the provider.',
  },
  dispute_exceeds_sale: {
    cause:
      'A bank took back more than is left of what was sold: part or all of it was refunded before. The books have what was left.',
    todo: 'Answer the dispute at the provider with the refund. If it is lost, the marketplace bears the rest, which is in no account here.',
  },
  attempt_stuck: {
    cause: 'A payment has not ended for an hour: the provider gives no answer, or the goods cannot be delivered.',
    todo: 'Look for its id in the log. It goes on by itself once the cause is gone.',
  },
  refund_stuck: {
    cause: 'A refund was asked for an hour ago, and the provider does not have it.',
    todo: 'Look for its id in the log. It goes on by itself once the cause is gone.',
  },
  ledger_unbalanced: {
    cause: 'The entries of a movement do not sum to 0: a row was changed or added outside of the marketplace.',
    todo: 'Compare the entries with a backup. Add a correcting entry; never change one.',
  },
  ledger_differs: {
    cause: 'The ledger says another amount than the sale or refund that it is about.',
    todo: 'Compare the entries with a backup. Add a correcting entry before the developer is paid.',
  },
  ledger_without_cause: {
    cause: 'The ledger has a movement of a sale or refund that does not exist.',
    todo: 'Compare with a backup: either the sale was lost, or the entry was added outside of the marketplace.',
  },
  attempt_without_sale: {
    cause: 'A payment was captured, and no sale was recorded for it.',
    todo: 'Refund the payment at the provider, unless a backup has its sales.',
  },
  sale_of_unpaid_attempt: {
    cause: 'Something was sold by a payment that was not captured.',
    todo: 'Look at the attempt in the audit. Do not pay the developer before it is clear.',
  },
  paid_twice: {
    cause: 'Two sales of one charge are for the same days: a renewal was charged twice.',
    todo: 'Refund the later one.',
  },
  period_without_sale: {
    cause: 'A period of a charge counts as charged, and no sale is recorded for it.',
    todo: 'Look at the attempt in the audit: the buyer may use what was not paid.',
  },
  renewal_missing: {
    cause: 'A period of a charge began an hour ago or more, and it was not charged: the renewal fails, or its date was lost.',
    todo: 'Look for its id in the log. It goes on by itself once the cause is gone; a charge without a date is to be cancelled.',
  },
  document_missing: {
    cause: 'A payment or refund has no invoice or credit note, or one of another amount.',
    todo: 'Compare with a backup. Documents are written with what they are about, so a row was lost.',
  },
  number_missing: {
    cause: 'A series of invoices or credit notes has a gap.',
    todo: 'Compare with a backup, and tell your accountant.',
  },
  sale_without_entitlement: {
    cause: 'Something was paid for, and the buyer has no right to use it.',
    todo: 'Refund the sale, or give the right again by an install from "My apps".',
  },
  entitlement_without_sale: {
    cause: 'An organization may use an application that it never paid for.',
    todo: 'Look at its charge. Cancel the charge, or ask the buyer.',
  },
  entitlement_outlives_charge: {
    cause: 'A charge has ended, and the right that it gave goes on without an end.',
    todo: 'Look at the charge in the audit, and end the right.',
  },
  install_without_entitlement: {
    cause: 'A paid application is installed in an organization without the right to use it.',
    todo: 'Ask the organization to buy or to uninstall it.',
  },
} as const satisfies Readonly<Record<string, { cause: string; todo: string }>>

export type DifferenceKind = keyof typeof DIFFERENCES

/** One difference. `subject` is the id of the object that differs, `detail` has the numbers. */
export type Difference = { kind: DifferenceKind; subject: string; detail: string }

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
