import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadAgain } from './load-again.ts'

type Wanted = {
  /** Whether to load the code. A part that was loaded stays. */
  wanted?: boolean
  /** Shown until the code has loaded. */
  instead?: ReactNode
}

/** A component whose code is loaded once it is wanted. */
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
