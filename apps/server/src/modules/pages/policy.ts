import type { Variant } from '@marketplace/contracts/core/variants'
import type { PageRenderer } from '../../ports/page-renderer.ts'

type Frames = {
  allowedHostOrigins: readonly string[]
  /** Scripts and a frame of one pixel ask this origin who is signed in. */
  accountsUrl: string
  publicUrl: string
  /** The page frames an installed application, which may have any origin. */
  framesApplication: boolean
}

/** Origins of framed applications: https only, except for an installation on this machine. */
const applicationSources = (publicUrl: string): string[] =>
  publicUrl.startsWith('https:') ? ['https:'] : ['https:', 'http://localhost:*', 'http://127.0.0.1:*']

/**
 * The headers that guard a page, or a shell of the workspace: what may run in it, and who may frame it. Both are cached, so the policy names
 * inline scripts by their hash and not by a nonce.
 */
export const pageHeaders = (
  { scriptSources, styleSources }: Pick<PageRenderer, 'scriptSources' | 'styleSources'>,
  variant: Variant,
  { allowedHostOrigins, accountsUrl, framesApplication, publicUrl }: Frames,
): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptSources].join(' ')}`,
    `style-src ${["'self'", ...styleSources].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${accountsUrl}`,
    `frame-src ${[accountsUrl, ...(framesApplication ? applicationSources(publicUrl) : [])].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${variant.framed && allowedHostOrigins.length ? allowedHostOrigins.join(' ') : "'none'"}`,
  ].join('; '),
  // For browsers that do not know frame-ancestors. It cannot name a list of origins.
  ...(variant.framed ? {} : { 'x-frame-options': 'DENY' }),
})
