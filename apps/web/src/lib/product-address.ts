import type { EndpointKey } from '@marketplace/contracts/api/client'
import type { API_MOUNTS } from '@marketplace/contracts/core/endpoint'

// For calls that the typed client cannot make, such as those that outlive the page. The type accepts declared paths only.

type PathOf<Key> = Key extends `${string} ${infer Path}` ? Path : never
type Mount = (typeof API_MOUNTS)['product'][number]

/** The address of a product API path under one of its mounts. */
export const productAddress = (path: PathOf<EndpointKey<'product'>>, mount: Mount = '/api/v2'): string => mount + path
