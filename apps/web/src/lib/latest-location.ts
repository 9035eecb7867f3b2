import { createContext } from 'react'
import type { Location } from 'react-router'

/**
 * Returns the router's latest location: the one that it is loading, or else the current one. A click changes it at once, before React renders
 * again. On the server there is no such location, and it returns undefined.
 */
export const LatestLocationContext = createContext<() => Location | undefined>(() => undefined)
