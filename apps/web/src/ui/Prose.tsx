import { useEffect, useRef } from 'react'

/** HTML that the server has sanitized. Parts that scroll sideways can be focused, so that they can be scrolled with the keyboard. */
export const Prose = ({ html }: { html: string }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const element of ref.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
    }
  }, [])
  return <div ref={ref} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
