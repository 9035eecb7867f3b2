import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadAgain } from './load-again.ts'

type Wanted = {
  /** Whether its code is loaded. What has come stays. */
  wanted?: boolean
  /** What stands there until it has come. */
  instead?: ReactNode
}

/** A part of a page whose code comes once it is wanted. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const come: { Part: ComponentType<Props> | null } = { Part: null }
  return function LazyPart({ wanted = true, instead = null, ...props }: Props & Wanted) {
    const [Part, setPart] = useState(() => come.Part)
    useEffect(() => {
      if (!wanted) return
      let gone = false
      loadAgain(load, { isGone: () => gone }).then((Loaded) => {
        come.Part = Loaded
        setPart(() => Loaded)
      }, console.error)
      return () => {
        gone = true
      }
    }, [wanted])
    return Part ? <Part {...(props as unknown as Props)} /> : instead
  }
}
