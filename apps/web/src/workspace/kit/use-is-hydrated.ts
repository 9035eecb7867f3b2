import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether hydration is over. Until then a component must render the same as the server. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
