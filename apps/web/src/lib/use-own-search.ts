import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const never = () => () => {}

/** The search of the address. It is empty on the server, which renders one page for every search, and until hydration. */
export const useOwnSearch = (): string => {
  const { search } = useLocation()
  return useSyncExternalStore(
    never,
    () => search,
    () => '',
  )
}
