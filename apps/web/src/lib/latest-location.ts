import { createContext } from 'react'
import type { Location } from 'react-router'

/**
 * Reads the location that the router is going to, or else the one where it is. The router knows it as soon as somebody has clicked; what
 * React has drawn is older. Undefined where no router of a browser is, as on the server.
 */
export const LatestLocationContext = createContext<() => Location | undefined>(() => undefined)
