import { useEffect, useState } from 'react'

/** True while `active`, after it has lasted for `ms`. */
export const useLasting = (active: boolean, ms: number): boolean => {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [active, ms])
  return active && lasting
}
