/**
 * Links are mailed to an address at most this often, whoever asks. Each works for longer, so that one that works is in the inbox
 * (docs/decisions/0060-a-mailed-link-is-nobodys-to-use-up.md).
 */
export const MAIL_PAUSE_SECONDS = 600
// The longest e-mail and name that an account may have.
export const MAX_EMAIL = 254
export const MAX_NAME = 100
