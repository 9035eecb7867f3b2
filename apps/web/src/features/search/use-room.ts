import { useLayoutEffect, type RefObject } from 'react'

/** What moves the field in the window, or makes the window smaller: a keyboard on the screen, for one. */
const MOVING = ['scroll', 'resize'] as const

/** Sets `--room` of the drop-down to the height of the window below the field. */
export const useRoom = (input: HTMLInputElement, ref: RefObject<HTMLElement | null>, shown: boolean): void => {
  useLayoutEffect(() => {
    if (!shown) return
    const measure = () => {
      const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: window.innerHeight }
      ref.current?.style.setProperty('--room', `${offsetTop + height - input.getBoundingClientRect().bottom}px`)
    }
    measure()
    const places = [window, window.visualViewport]
    for (const name of MOVING) for (const place of places) place?.addEventListener(name, measure, { passive: true })
    return () => {
      for (const name of MOVING) for (const place of places) place?.removeEventListener(name, measure)
    }
  }, [input, ref, shown])
}
