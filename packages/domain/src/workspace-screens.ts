import { BRAND } from '@marketplace/contracts/core/brand'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { isSlug } from './slugs.ts'

// The screens of the workspace, the half of the web that is rendered in the browser (docs/decisions/0040). The server answers each of
// their addresses with a shell that says nothing but this.

type Screen = ShellData['screen']

const list = (heading: string, name = heading): Screen => ({ heading, title: `${name} | ${BRAND.marketplace}`, isList: true })
const one = (heading: string, name = heading): Screen => ({ ...list(heading, name), isList: false })

/** By the first part of the address: the screen there, and the one for a slug below it. */
const SCREENS: ReadonlyMap<string, { own: Screen; below?: Screen }> = new Map([
  ['my-apps', { own: list('My apps') }],
  ['private-apps', { own: list('Private apps'), below: one('Private app') }],
  ['in-review-apps', { own: list('Apps in review'), below: one('App in review') }],
  ['embedded-apps', { own: list('Apps', 'Embedded apps'), below: one('App', 'Embedded app') }],
  [
    'embedded-private-apps',
    { own: list('Private apps', 'Embedded private apps'), below: one('Private app', 'Embedded private app') },
  ],
])

/** The screen at a path of a variant, which is decoded and in lower case; null for a path of no screen. */
export const screenAt = (path: string): Screen | null => {
  const [section = '', slug, ...rest] = path.split('/').filter(Boolean)
  const screens = SCREENS.get(section)
  if (!screens || rest.length > 0) return null
  if (slug === undefined) return screens.own
  return isSlug(slug) ? (screens.below ?? null) : null
}
