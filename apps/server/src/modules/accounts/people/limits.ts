/**
 * The pause between two links that are mailed to one address, independent of who requests them. A link works for longer than this pause, so
 * that the inbox always contains a link that works (docs/decisions/0060-a-mailed-link-is-nobodys-to-use-up.md).
 */
export const MAIL_PAUSE_SECONDS = 600
// The maximum length of an account's e-mail and name.
export const MAX_EMAIL = 254
export const MAX_NAME = 100
