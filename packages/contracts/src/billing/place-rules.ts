// The format of a buyer's place, for the server and for forms. This file has no schemas, so that screens need not load them.

/** A country's two letters and up to 15 further characters, as India's ids have. */
export const VAT_ID_FORM = /^[A-Za-z]{2}[A-Za-z0-9+*.]{2,15}$/
export const LONGEST_ZIP = 16
