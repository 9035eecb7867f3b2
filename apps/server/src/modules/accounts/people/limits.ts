/**
 * Links are mailed to an address at most this often, whoever asks. Each works for longer, so that one that works is in the inbox
 * (docs/decisions/0060-a-mailed-link-is-nobodys-to-use-up.md).
 */
export const MAIL_PAUSE_SECONDS = 600
// The longest e-mail and name that an account may have.
export const MAX_EMAIL = 254
export const MAX_NAME = 100

/**
 * An e-mail in the form in which limits count it and accounts are looked up. Look an account up by this form, because PostgreSQL's lower()
 * differs from JavaScript's: it turns İ into i, so that a spelling with İ would find the account but count as another e-mail.
 */
export const foldEmail = (email: string): string => email.trim().toLowerCase()
