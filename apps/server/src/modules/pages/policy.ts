import type { Variant } from '@marketplace/contracts/variants'
import type { PageRenderer } from '../../ports/page-renderer.ts'

type Frames = {
  allowedHostOrigins: readonly string[]
  /** Asked who is signed in, by the scripts and by a frame of one pixel. */
  accountsUrl: string
  publicUrl: string
  /** It shows an installed application, which can live anywhere. */
  framesApplication: boolean
}

/** Where an application may live: nothing unencrypted, but for an installation on this machine. */
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
  // frame-ancestors says it better; this is for what does not know it, and cannot name a list.
  ...(variant.framed ? {} : { 'x-frame-options': 'DENY' }),
})
