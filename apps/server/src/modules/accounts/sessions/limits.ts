export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 200
export const MAX_EMAIL = 254
export const MAX_NAME = 100
