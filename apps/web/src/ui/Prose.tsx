import { useEffect, useRef } from 'react'

/** HTML that was cleaned on the server. What scrolls sideways in it can be reached by keyboard. */
export const Prose = ({ html }: { html: string }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const element of ref.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
    }
  }, [])
  return <div ref={ref} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
