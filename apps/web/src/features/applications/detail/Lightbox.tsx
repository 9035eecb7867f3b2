import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/Icon.tsx'

type Props = { screenshots: ApplicationPage['screenshots']; name: string; open: number | null; onClose: () => void }

const control =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-white/10 text-white transition-colors hover:bg-white/20 focus-visible:outline-white disabled:opacity-30 disabled:hover:bg-white/10'

const Control = ({ icon, label, ...rest }: { icon: LucideIcon; label: string; disabled?: boolean; onClick: () => void }) => (
  <button type="button" aria-label={label} className={control} {...rest}>
    <Icon as={icon} size={22} />
  </button>
)

/** The slides are side by side in a strip with scroll snapping, so that the browser's own scrolling handles swipes. */
const Slides = ({ screenshots, name, start, onClose }: Omit<Props, 'open'> & { start: number }) => {
  const strip = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(start)
  /** Whether pictures have full height and scroll sideways: on a small screen a wide picture would otherwise be too small to read. */
  const [zoomed, setZoomed] = useState(() => window.matchMedia('(width < 40rem)').matches)
  useEffect(() => {
    const element = strip.current
    element?.scrollTo({ left: start * element.clientWidth, behavior: 'instant' })
  }, [start])
  const follow = () => {
    const element = strip.current
    if (element) setIndex(Math.round(element.scrollLeft / element.clientWidth))
  }
  const go = (to: number) => {
    const element = strip.current
    if (!element || to < 0 || to >= screenshots.length) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({ left: to * element.clientWidth, behavior: still ? 'instant' : 'smooth' })
    setIndex(to)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: screenshots.length - 1 }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (event.target instanceof HTMLImageElement) setZoomed(!zoomed)
    else if (!zoomed) onClose()
  })
  useEffect(() => {
    const element = strip.current
    if (!element) return
    // The strip can be focused, so that it can be scrolled with the keyboard.
    element.tabIndex = 0
    element.addEventListener('click', onClick)
    window.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('click', onClick)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  const caption = screenshots[index]?.caption
  return (
    <div className="flex h-full flex-col text-white">
      <div className="flex items-center justify-between gap-4 p-3 sm:p-4">
        <p aria-live="polite" className="px-2 text-sm tabular-nums">
          {index + 1} of {screenshots.length}
        </p>
        <div className="flex gap-3">
          <Control
            icon={zoomed ? ZoomOut : ZoomIn}
            label={zoomed ? 'Show it whole' : 'Enlarge'}
            onClick={() => setZoomed(!zoomed)}
          />
          <Control icon={X} label="Close" onClick={onClose} />
        </div>
      </div>
      <ul
        ref={strip}
        aria-label={`Screenshots of ${name}`}
        onScroll={follow}
        className="flex min-h-0 grow snap-x snap-mandatory scrollbar-none overflow-x-auto overscroll-contain -outline-offset-2 focus-visible:outline-white"
      >
        {screenshots.map(({ large }, slide) => (
          <li
            key={large.src}
            className={classNames(
              'flex w-full shrink-0 snap-center snap-always px-3 sm:px-20',
              zoomed ? 'overflow-auto overscroll-contain' : 'items-center justify-center',
            )}
          >
            <img
              src={large.src}
              {...(large.srcset && { srcSet: large.srcset, sizes: zoomed ? '200vw' : '100vw' })}
              width={large.width}
              height={large.height}
              alt={large.alt || `${name}, screenshot ${slide + 1}`}
              loading={Math.abs(slide - start) > 1 ? 'lazy' : 'eager'}
              className={classNames(
                'rounded-sm object-contain',
                zoomed
                  ? 'm-auto h-full w-auto max-w-none cursor-zoom-out sm:h-[160%]'
                  : 'max-h-full w-auto max-w-full cursor-zoom-in',
              )}
            />
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-4 p-3 sm:p-4">
        <Control icon={ChevronLeft} label="Previous screenshot" disabled={index === 0} onClick={() => go(index - 1)} />
        <p className="text-center text-sm text-white/80">{caption}</p>
        <Control
          icon={ChevronRight}
          label="Next screenshot"
          disabled={index === screenshots.length - 1}
          onClick={() => go(index + 1)}
        />
      </div>
    </div>
  )
}

export const Lightbox = ({ screenshots, name, open, onClose }: Props) => (
  <Dialog
    open={open !== null}
    onClose={onClose}
    label={`Screenshots of ${name}`}
    className="m-0 h-full max-h-none w-full max-w-none overflow-hidden bg-transparent p-0"
  >
    {open !== null && <Slides screenshots={screenshots} name={name} start={open} onClose={onClose} />}
  </Dialog>
)
