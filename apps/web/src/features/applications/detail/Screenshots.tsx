import type { ApplicationPage } from '@marketplace/contracts/page-data'
import { useState, type MouseEvent } from 'react'
import { Lightbox } from './Lightbox.tsx'

type Props = { screenshots: ApplicationPage['screenshots']; name: string }

/** Height of the row, on small screens and on others; each picture is as wide as its shape asks for. */
const SMALL_HEIGHT_PX = 208
const HEIGHT_PX = 288

const widthAt = (height: number, shape: { width: number; height: number }): string =>
  `${Math.round((height * shape.width) / shape.height)}px`

/** The pictures in a row. Each is a link to its large form, which the lightbox shows where scripts run. */
export const Screenshots = ({ screenshots, name }: Props) => {
  const [open, setOpen] = useState<number | null>(null)
  const alone = screenshots.length === 1
  const show = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    setOpen(index)
  }
  return (
    <section aria-label="Screenshots" className="mt-8">
      <ul className="scroll-row -mx-4 gap-3 px-4 py-1 md:-mx-8 md:px-8 lg:mx-0 lg:px-0">
        {screenshots.map(({ thumbnail, large }, index) => (
          <li key={large.src} className={alone ? 'w-full' : 'shrink-0 snap-start'}>
            <a
              href={large.src}
              onClick={(event) => show(event, index)}
              className="block overflow-hidden rounded-card border border-line bg-sunken -outline-offset-2"
            >
              <img
                src={thumbnail.src}
                {...(thumbnail.srcset && {
                  srcSet: thumbnail.srcset,
                  sizes: alone
                    ? '(min-width: 1024px) 900px, 100vw'
                    : `(max-width: 639px) ${widthAt(SMALL_HEIGHT_PX, thumbnail)}, ${widthAt(HEIGHT_PX, thumbnail)}`,
                })}
                width={thumbnail.width}
                height={thumbnail.height}
                alt={thumbnail.alt || `${name}, screenshot ${index + 1}`}
                loading={index === 0 ? 'eager' : 'lazy'}
                // The first is the largest thing in sight, and what one looks at first.
                fetchPriority={index === 0 ? 'high' : 'auto'}
                decoding="async"
                className={
                  alone
                    ? 'h-auto max-h-[30rem] w-full object-cover object-top'
                    : 'h-52 w-auto max-w-[86vw] object-cover object-top sm:h-72'
                }
              />
              <span className="sr-only"> (enlarge)</span>
            </a>
          </li>
        ))}
      </ul>
      <Lightbox screenshots={screenshots} name={name} open={open} onClose={() => setOpen(null)} />
    </section>
  )
}
