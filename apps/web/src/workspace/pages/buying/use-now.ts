import { useEffect, useState } from 'react'

/** The current time (ms), updated each second while `isRunning`. */
export const useNow = (isRunning: boolean): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const look = () => setNow(Date.now())
    const first = setTimeout(look)
    const timer = setInterval(look, 1_000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isRunning])
  return now
}

/** "14:05": minutes and seconds until an instant; null once it has passed. */
export const timeLeft = (until: string | null, now: number): string | null => {
  const seconds = until === null ? 0 : Math.ceil((Date.parse(until) - now) / 1_000)
  return seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : null
}
