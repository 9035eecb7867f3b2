import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { useState, type MouseEvent } from 'react'
import { opensElsewhere } from '../../../lib/opens-elsewhere.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Lightbox } from './Lightbox.tsx'

type Props = { screenshots: ApplicationPage['screenshots']; name: string }

/** Two or four screenshots are shown in rows of two, all other numbers in rows of three. */
const inPairs = (count: number): boolean => count === 2 || count === 4

/**
 * The screenshots, uncropped: in a grid, and on small screens in a row that shows the start of the next one. Each is a link to the large
 * picture; with scripts, the lightbox opens instead.
 */
export const Screenshots = ({ screenshots, name }: Props) => {
  const [open, setOpen] = useState<number | null>(null)
  const alone = screenshots.length === 1
  const show = (event: MouseEvent, index: number) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    setOpen(index)
  }
  return (
    <section aria-label="Screenshots" className="mt-8">
      <ul
        className={classNames(
          'scroll-row -mx-4 gap-3 px-4 py-1 sm:mx-0 sm:grid sm:overflow-visible sm:px-0',
          !alone && (inPairs(screenshots.length) ? 'sm:grid-cols-2' : 'sm:grid-cols-3'),
        )}
      >
        {screenshots.map(({ thumbnail, large }, index) => (
          <li key={large.src} className={alone ? 'w-full' : 'w-[84%] shrink-0 snap-start sm:w-auto'}>
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
                    : `(max-width: 639px) 84vw, (max-width: 1023px) ${inPairs(screenshots.length) ? '50vw, 450px' : '33vw, 300px'}`,
                })}
                width={thumbnail.width}
                height={thumbnail.height}
                alt={thumbnail.alt || `${name}, screenshot ${index + 1}`}
                loading={index === 0 ? 'eager' : 'lazy'}
                // The first picture is the largest one in the first screenful.
                fetchPriority={index === 0 ? 'high' : 'auto'}
                decoding="async"
                className={
                  alone ? 'h-auto max-h-[30rem] w-full object-cover object-top' : 'aspect-[8/5] h-auto w-full object-contain'
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
