import type { Variant } from '@marketplace/contracts/variants'
import type { PageRenderer } from '../../ports/page-renderer.ts'

/**
 * The headers that guard a page: what may run in it, and who may frame it. Pages are cached, so the policy names inline scripts by
 * their hash and not by a nonce.
 */
export const pageHeaders = (
  { scriptSources, styleSources }: Pick<PageRenderer, 'scriptSources' | 'styleSources'>,
  variant: Variant,
  allowedHostOrigins: readonly string[],
): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptSources].join(' ')}`,
    `style-src ${["'self'", ...styleSources].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${variant.framed && allowedHostOrigins.length ? allowedHostOrigins.join(' ') : "'none'"}`,
  ].join('; '),
  // frame-ancestors says it better; this is for what does not know it, and cannot name a list.
  ...(variant.framed ? {} : { 'x-frame-options': 'DENY' }),
})
