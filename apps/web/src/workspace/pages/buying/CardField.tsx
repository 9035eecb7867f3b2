import { useEffect, useRef } from 'react'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { CardElement, Provider, Theme } from './provider.ts'

const DARK = 'lc-dark-theme'
const LIGHT = 'lc-light-theme'

const themeNow = (): Theme => {
  const { classList } = document.documentElement
  const isDark =
    classList.contains(DARK) || (!classList.contains(LIGHT) && window.matchMedia('(prefers-color-scheme: dark)').matches)
  return isDark ? 'night' : 'stripe'
}

type Props = { provider: Provider | null; onCard: (card: CardElement | null) => void }

/** The payment provider's own fields for a card, in the provider's frame. They use the page's theme. */
export const CardField = ({ provider, onCard }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onCard)
  useEffect(() => {
    latest.current = onCard
  })
  useEffect(() => {
    const node = place.current
    if (!provider || !node) return
    const elements = provider.elements({ appearance: { theme: themeNow() } })
    const card = elements.create('card', { hidePostalCode: true })
    card.mount(node)
    card.on('ready', () => latest.current(card))
    const follow = () => elements.update({ appearance: { theme: themeNow() } })
    const watch = new MutationObserver(follow)
    watch.observe(document.documentElement, { attributeFilter: ['class'] })
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', follow)
    return () => {
      watch.disconnect()
      system.removeEventListener('change', follow)
      latest.current(null)
      card.destroy()
    }
  }, [provider])
  return (
    <div className="min-h-53">
      <div ref={place} />
      {!provider && <Skeleton className="h-53 rounded-card" />}
    </div>
  )
}
