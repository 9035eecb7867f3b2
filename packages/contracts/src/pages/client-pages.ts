import type { PageLink, PageMeta } from './parts.ts'

/** A page with content of the signed-in person. The server sends a frame that is the same for all; the browser loads the content. */
type ClientPage = { meta: PageMeta; heading: string; breadcrumbs: PageLink[] }

export type SignInPage = ClientPage & { kind: 'sign-in' }
