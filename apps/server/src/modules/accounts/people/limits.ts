/**
 * The pause between two links that are mailed to one address, independent of who requests them. A link works for longer than this pause, so
 * that the inbox always contains a link that works (docs/decisions/0060-a-mailed-link-is-nobodys-to-use-up.md).
 */
export const MAIL_PAUSE_SECONDS = 600
// The maximum length of an account's e-mail and name.
export const MAX_EMAIL = 254
export const MAX_NAME = 100

/**
 * An e-mail in the form in which limits count it and accounts are looked up. Look an account up by this form, because PostgreSQL's lower()
 * differs from JavaScript's: it turns İ into i, so that a spelling with İ would find the account but count as another e-mail.
 */
export const foldEmail = (email: string): string => email.trim().toLowerCase()
