import type { SiteData } from '@marketplace/contracts/page-data'
import type { ReactElement } from 'react'

/** What is kept of cards: so many of them, and then all anew. A card's HTML is about 2 kB. */
const MOST_CARDS = 5_000

/** Header and footer of a variant, as HTML. */
type Frame = { header: string; footer: string }

const cards = new Map<object, Map<string, string>>()
const frames = new WeakMap<SiteData, Map<string, Frame>>()

/** The frame that was cut out of an earlier page of the same site and mount. */
export const keptFrame = (site: SiteData, mount: string): Frame | undefined => frames.get(site)?.get(mount)

export const keepFrame = (site: SiteData, mount: string, frame: Frame): void => {
  const ofSite = frames.get(site) ?? new Map<string, Frame>()
  frames.set(site, ofSite.set(mount, frame))
}

/** Where the content of the `div` with this id begins and ends. Texts have no tags of their own: they are escaped. */
export const contentOf = (html: string, id: string): [start: number, end: number] => {
  const opening = `<div id="${id}">`
  const start = html.indexOf(opening) + opening.length
  const tags = /<(\/?)div\b/g
  tags.lastIndex = start
  for (let depth = 1, tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return [start, tag.index]
  }
  throw new Error(`The document has no whole ${id}`)
}

/** An icon in the first screenful is in the HTML already; React's hint to load it would stand inside the card. */
const withoutHints = (html: string): string => html.replace(/^(?:<link [^>]*>)+/, '')

type Pending = { item: object; form: string; element: ReactElement }

/** Collects the cards of one page: those that are known at once, the others when the page stands. */
export const collectCards = (mount: string) => {
  const pending: Pending[] = []
  return {
    place: (item: object, name: string, element: ReactElement): string => {
      const form = `${mount} ${name}`
      const known = cards.get(item)?.get(form)
      if (known !== undefined) return known
      pending.push({ item, form, element })
      return `<!--card:${pending.length - 1}-->`
    },
    /** The page with all of its cards. */
    fill: (html: string, renderCard: (element: ReactElement) => string): string => {
      if (pending.length === 0) return html
      if (cards.size > MOST_CARDS) cards.clear()
      const made = pending.map(({ item, form, element }) => {
        const card = withoutHints(renderCard(element))
        cards.set(item, (cards.get(item) ?? new Map<string, string>()).set(form, card))
        return card
      })
      return html.replace(/<!--card:(\d+)-->/g, (_, index: string) => made[Number(index)] ?? '')
    },
  }
}
