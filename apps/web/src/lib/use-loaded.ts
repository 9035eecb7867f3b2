import { useCallback, useEffect, useRef, useState } from 'react'

type Loaded<T> = { status: 'loading' } | { status: 'failed'; error: unknown } | { status: 'loaded'; value: T }

/**
 * Loads data after the page is shown. `key` identifies the person and the data; a new key loads again. Each load calls the newest `load`.
 */
export const useLoaded = <T>(key: string, load: () => Promise<T>) => {
  const [state, setState] = useState<{ key: string; loaded: Loaded<T> }>({ key, loaded: { status: 'loading' } })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const reload = useCallback(async () => {
    try {
      const value = await latest.current()
      setState({ key, loaded: { status: 'loaded', value } })
    } catch (error) {
      setState({ key, loaded: { status: 'failed', error } })
    }
  }, [key])
  /** Loads again. If that fails, the data stays. */
  const refresh = useCallback(
    () =>
      latest.current().then(
        (value) => setState({ key, loaded: { status: 'loaded', value } }),
        () => {},
      ),
    [key],
  )
  useEffect(() => void reload(), [reload])
  const loaded: Loaded<T> = state.key === key ? state.loaded : { status: 'loading' }
  return { loaded, reload, refresh, set: (value: T) => setState({ key, loaded: { status: 'loaded', value } }) }
}
