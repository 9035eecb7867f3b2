import type { ApiName } from '@marketplace/contracts/core/endpoint'
import type { ErrorCode } from '@marketplace/contracts/core/errors'

/** The differences between the two servers: the APIs they serve, and the format of their errors. */
export type Site = {
  name: 'storefront' | 'accounts'
  apis: readonly ApiName[]
  /** Whether an address belongs to an API: no pages there, and CORS for every origin. */
  isApi: (url: string) => boolean
  failure: (code: ErrorCode, request: { id: string; url: string }, details: Readonly<Record<string, unknown>>) => object
  /** The page for an error at an address that people open in a browser. Without it, people get the same answer as programs. */
  failurePage?: (code: ErrorCode, request: { id: string }) => { body: string; headers: Readonly<Record<string, string>> }
  /** The Cross-Origin-Opener-Policy of its pages. */
  openerPolicy: 'same-origin-allow-popups' | 'unsafe-none'
}
