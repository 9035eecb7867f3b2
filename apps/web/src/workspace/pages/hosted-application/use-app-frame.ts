import { type AppFrame, type AppFrameOptions, type AppFrameState, openAppFrame } from '@marketplace/app-frame/open-app-frame'
import { passMessagesOf } from '@marketplace/app-frame/passing'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTheme } from '../../../features/site/theme.ts'
import { useShell } from '../../kit/shell.ts'

const DARK = '(prefers-color-scheme: dark)'
const followSystem = (listener: () => void) => {
  const query = window.matchMedia(DARK)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The theme that the page shows. */
const useShownTheme = (): 'light' | 'dark' => {
  const chosen = useTheme()
  const isDark = useSyncExternalStore(
    followSystem,
    () => window.matchMedia(DARK).matches,
    () => false,
  )
  return chosen === 'dark' || (chosen !== 'light' && isDark) ? 'dark' : 'light'
}

type Given = Omit<AppFrameOptions, 'container' | 'theme' | 'onState'> & { queryParams: Record<string, string> }

/** Opens an application in a frame while the component is mounted. Another address or application opens a new frame. */
export const useAppFrame = (given: Given) => {
  const { address, pluginId, queryParams } = given
  const { site, hostOrigins = [] } = useShell()
  const theme = useShownTheme()
  const container = useRef<HTMLDivElement>(null)
  const frame = useRef<AppFrame | null>(null)
  const latest = useRef({ ...given, theme })
  const [state, setState] = useState<AppFrameState>('loading')
  useEffect(() => {
    latest.current = { ...given, theme }
  })
  useEffect(() => {
    if (!container.current) return
    // Messages of the accounts server and the host product must still reach this page.
    passMessagesOf(new URL(site.accountsUrl).origin, ...hostOrigins)
    const opened = openAppFrame({
      ...latest.current,
      address,
      pluginId,
      container: container.current,
      onState: setState,
      onMessage: (message) => latest.current.onMessage(message),
    })
    frame.current = opened
    return () => {
      frame.current = null
      opened.close()
    }
    // The shell is the same for as long as the document is there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [address, pluginId])
  const query = JSON.stringify(queryParams)
  useEffect(() => frame.current?.send('page_data', { queryParams: JSON.parse(query) as Record<string, string> }), [query])
  const shownTheme = useRef(theme)
  useEffect(() => {
    // The frame was opened with the current theme, so only later changes are sent.
    if (shownTheme.current !== theme) frame.current?.send('change_theme', { theme })
    shownTheme.current = theme
  }, [theme])
  const send: AppFrame['send'] = (name, data) => frame.current?.send(name, data)
  return { container, state, send, reload: () => frame.current?.reload() }
}
