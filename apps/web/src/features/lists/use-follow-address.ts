import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

type Addresses = {
  /** The address of the list that is shown, whose values the fields have when they appear. */
  shown: string
  /** The address of the list that is loading, or else of the one that is shown. */
  latest: string
}

/**
 * Lets the fields of a list's form follow the latest address of the list, which a chip or the browser's back button may change: `follow`
 * gives them its values. Returns what goes to another address because of a choice in the form. Until that navigation ends, the fields follow
 * nothing: React may still draw an address from before the choice, and that must not undo it.
 */
export const useFollowAddress = ({ shown, latest }: Addresses, follow: () => void): ((to: string) => Promise<void>) => {
  const navigate = useNavigate()
  const underWay = useRef(0)
  /** The address whose values the fields have; undefined once a choice was made in the form. */
  const followed = useRef<string | undefined>(shown)
  useEffect(() => {
    if (underWay.current > 0 || followed.current === latest) return
    followed.current = latest
    follow()
  })
  return async (to) => {
    followed.current = undefined
    underWay.current += 1
    try {
      await navigate(to, { preventScrollReset: true })
    } finally {
      underWay.current -= 1
    }
  }
}
