import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadAgain } from './load-again.ts'

type Wanted = {
  /** Whether the component is needed. Once its code is loaded, it stays on the page. */
  wanted?: boolean
  /** Shown until the code has loaded. */
  instead?: ReactNode
}

/** A component whose code is loaded when it is first needed. */
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
