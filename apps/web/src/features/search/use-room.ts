import { useLayoutEffect, type RefObject } from 'react'

/** Events that move the field in the window or make the window smaller, such as an on-screen keyboard. */
const MOVING = ['scroll', 'resize'] as const

/** Sets the CSS variable `--room` of the drop-down to the height of the window below the field. */
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
