// What the place of a buyer looks like, for the server and for forms. Without schemas, so that a screen can have it alone.

/** Two letters of a country and what follows: India's are the longest. */
export const VAT_ID_FORM = /^[A-Za-z]{2}[A-Za-z0-9+*.]{2,15}$/
export const LONGEST_ZIP = 16
