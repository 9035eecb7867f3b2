// The limits of texts that visitors send to experts, for schemas and forms: docs/product/experts.md. This file has no schemas, so that
// browsers need not load them.

export const NAME = { min: 2, max: 64 } as const
export const COMMENT = { min: 2, max: 255 } as const
export const MESSAGE = { min: 2, max: 2_000 } as const
export const EMAIL_MAX = 254
export const WEBSITE_MAX = 255

/** The messages for invalid fields. */
export const PROBLEMS = {
  name: { short: 'Please enter your name', long: `Name cannot be longer than ${NAME.max} characters` },
  surname: { long: `Surname cannot be longer than ${NAME.max} characters` },
  comment: { short: 'Please enter your review', long: `Review cannot be longer than ${COMMENT.max} characters` },
  message: { short: 'Please enter your message', long: `Message cannot be longer than ${MESSAGE.max} characters` },
  email: 'Please enter your e-mail address',
  website: 'Please enter an address such as https://example.com',
} as const
