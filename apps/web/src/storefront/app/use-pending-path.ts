import { useNavigation } from 'react-router'
import { useLasting } from '../../lib/use-lasting.ts'

/** Nothing is shown for shorter waits (ms). */
const SLOW_MS = 150

const plain = (path: string): string => path.replace(/\/+$/, '')

/** The path of another page that has been loading for longer than SLOW_MS; null otherwise. */
export const usePendingPath = (basename: string, currentPath: string): string | null => {
  const { location } = useNavigation()
  const path = location?.pathname.slice(basename.length) || '/'
  const elsewhere = location !== undefined && plain(path) !== plain(currentPath)
  return useLasting(elsewhere, SLOW_MS) ? path : null
}
