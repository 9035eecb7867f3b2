import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'

/**
 * Lets the fields of a list's form follow `address`, the latest address of the list, which a chip or the browser's back button may change:
 * `follow` gives them its values. Returns what goes to another address because of a choice in the form. Until that navigation ends, the
 * fields follow nothing: React may still draw an address from before the choice, and that must not undo it.
 */
export const useFollowAddress = (address: string, follow: () => void): ((to: string) => Promise<void>) => {
  const navigate = useNavigate()
  const underWay = useRef(0)
  const drawn = useRef(address)
  const followed = useEffectEvent(follow)
  useEffect(() => {
    if (address !== drawn.current && underWay.current === 0) followed()
    drawn.current = address
  }, [address])
  return async (to) => {
    underWay.current += 1
    try {
      await navigate(to, { preventScrollReset: true })
    } finally {
      underWay.current -= 1
    }
  }
}
