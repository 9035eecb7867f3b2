// The longest e-mail and name that an account may have.
export const MAX_EMAIL = 254
export const MAX_NAME = 100
