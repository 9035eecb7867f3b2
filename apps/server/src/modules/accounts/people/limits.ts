// The maximum length of an account's e-mail and name.
export const MAX_EMAIL = 254
export const MAX_NAME = 100

/**
 * An e-mail in the form in which limits count it and accounts are looked up. Look an account up by this form, because PostgreSQL's lower()
 * differs from JavaScript's: it turns İ into i, so that a spelling with İ would find the account but count as another e-mail.
 */
export const foldEmail = (email: string): string => email.trim().toLowerCase()
