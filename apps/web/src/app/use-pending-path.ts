import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** A wait shorter than this shows nothing. */
export const SLOW_MS = 150

const plain = (path: string): string => path.replace(/\/+$/, '')

/** The path of another page that has been loading for longer than SLOW_MS, or null. */
export const usePendingPath = (basename: string, currentPath: string): string | null => {
  const { location } = useNavigation()
  const path = location?.pathname.slice(basename.length) || '/'
  const target = location && plain(path) !== plain(currentPath) ? path : null
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (target === null) return
    const timer = setTimeout(() => setSlow(target), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(null)
    }
  }, [target])
  return target !== null && slow === target ? target : null
}
