import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const never = () => () => {}

/** The search of the address; empty on the server, whose page is the same for every search, and until that page is taken over. */
export const useOwnSearch = (): string => {
  const { search } = useLocation()
  return useSyncExternalStore(
    never,
    () => search,
    () => '',
  )
}
