import { BRAND } from '@marketplace/contracts/core/brand'
import { type ErrorCode, errorMessage, ERRORS } from '@marketplace/contracts/core/errors'
import { renderError } from './error-page.ts'
import type { Page } from './layout.ts'

const TITLES: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_FOUND: 'There is nothing here',
  FORBIDDEN: 'This form did not come from our page',
  TOO_MANY_REQUESTS: 'That was too often',
}
const NEXT: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_FOUND: 'Check the address, or go back to where you came from.',
  FORBIDDEN: 'Nothing was changed. Go back to where you came from and begin again.',
  TOO_MANY_REQUESTS: 'Wait a minute, then go back and send the form once more.',
}

/** The page for a failure at an address that people open. */
export const failurePage =
  (publicUrl: string) =>
  (code: ErrorCode, { id }: { id: string }): Page => {
    const isOurs = ERRORS[code].status >= 500
    return renderError({
      title: TITLES[code] ?? (isOurs ? 'Something went wrong on our side' : 'This did not work'),
      text: errorMessage(code),
      next: NEXT[code] ?? (isOurs ? 'Nothing was lost. Try again in a moment.' : 'Go back and try again.'),
      publicUrl,
      details: `Request ${id}.`,
      ways: [{ label: `Open the ${BRAND.marketplace}`, href: `${publicUrl}/` }],
    })
  }
