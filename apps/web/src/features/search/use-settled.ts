import { useEffect, useState } from 'react'

/** The text, once it has been unchanged for `ms`. An empty text is returned at once. */
export const useSettled = (text: string, ms: number): string => {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
