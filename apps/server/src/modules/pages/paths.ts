// Paths within a variant; the variant's prefix is added where a whole address is needed.
import type { Variant } from '@marketplace/contracts/variants'

export const homePath = '/'
export const appsPath = '/apps/'
/** A category, a collection or an application: they share one level of the address. */
export const underApps = (slug: string): string => `/apps/${slug}/`
export const servicePath = (slug: string): string => `/services/${slug}/`

/** The whole address of a path, as canonical links, structured data and feeds need it. */
export const absoluteUrl = (publicUrl: string, variant: Variant, path: string): string => `${publicUrl}${variant.prefix}${path}`
