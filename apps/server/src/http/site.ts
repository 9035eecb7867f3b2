import type { ApiName } from '@marketplace/contracts/endpoint'
import type { ErrorCode } from '@marketplace/contracts/errors'

/** What tells one server of ours from another: the APIs it serves, and the shape in which it says no. */
export type Site = {
  name: 'storefront' | 'accounts'
  apis: readonly ApiName[]
  /** Whether an address belongs to an API, where nothing is a page and every origin may ask. */
  isApi: (url: string) => boolean
  /** The shape of a failure at this address. */
  failure: (code: ErrorCode, request: { id: string; url: string }, details: Readonly<Record<string, unknown>>) => object
  /** A failure at an address that people look at; without it they get the same as programs. */
  failurePage?: (code: ErrorCode, request: { id: string }) => { body: string; headers: Readonly<Record<string, string>> }
  /** What a page of it may do with a window that has opened it. */
  openerPolicy: 'same-origin-allow-popups' | 'unsafe-none'
}
