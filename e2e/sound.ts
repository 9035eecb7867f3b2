// Checks that a page is sound: axe finds no fault, and nothing is wider than the window.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The part of a page to check, and rules that do not apply to it. Default: all of the page, every rule. */
type Inspected = { include?: string; without?: readonly string[] }

/** `shape` leaves out the rules about colours, which take axe most of its time; `colours` applies only those. */
type Rules = 'all' | 'shape' | 'colours'
const COLOURS = ['color-contrast', 'link-in-text-block']

type Look = { width: number; colorScheme: 'light' | 'dark'; rules: Rules | null }

/** A phone and two wider windows. Each rule is checked in each theme that it depends on. */
const LOOKS: readonly Look[] = [
  { width: 390, colorScheme: 'light', rules: 'all' },
  { width: 768, colorScheme: 'light', rules: null },
  { width: 1376, colorScheme: 'light', rules: 'shape' },
  { width: 1376, colorScheme: 'dark', rules: 'colours' },
]
/** Also every rule on a phone in the dark, for pages on which people pay. */
const DARK_PHONE: Look = { width: 390, colorScheme: 'dark', rules: 'all' }
/** Every rule at every width in both themes: EVERY_LOOK, which `npm run prove` sets. */
const EVERY_LOOK: readonly Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 768, 1376].map((width): Look => ({ width, colorScheme, rules: 'all' })),
)

/** Axe's findings, one line for each broken rule. */
export const axeFindings = async (
  page: Page,
  { include, without = [] }: Inspected = {},
  rules: Rules = 'all',
): Promise<string[]> => {
  const framed = page.frames().length > 1
  // A frame has its own landmarks, which axe compares with those of the page.
  const left = framed ? [...without, 'landmark-unique'] : without
  const axe = new AxeBuilder({ page })
    // Legacy mode creates no page for the report; that page is needed only for frames of other origins.
    .setLegacyMode(!framed)
    .options({
      resultTypes: ['violations'],
      ...(rules === 'colours' && { runOnly: { type: 'rule', values: COLOURS.filter((rule) => !left.includes(rule)) } }),
    })
  if (rules !== 'colours') axe.disableRules([...left, ...(rules === 'shape' ? COLOURS : [])])
  if (include) axe.include(include)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Saves a picture if PICTURES names a folder for them. */
export const savePicture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return
  const path = `${process.env.PICTURES}/${name.replaceAll(/\W+/g, '-')}.png`
  await page.screenshot({ path, fullPage: (await page.locator('dialog[open]').count()) === 0 })
}

type Looked = Inspected & {
  /** Opens the page again for a theme, if the open page would keep colours of the other theme. */
  again?: (look: Look) => Promise<void>
  /** Other checks of a look. */
  also?: (look: Look) => Promise<void>
  /** The height of the window during the check, in px. */
  height?: number
  /** Whether people pay on the page, so that every rule is checked on a phone in both themes. */
  pays?: boolean
}

/**
 * Waits until the frames of a page have told it their new height, and it is drawn. Otherwise what is below them still moves, and a click may
 * go to the frame that was drawn at its place before.
 */
export const settle = async (page: Page): Promise<void> => {
  // A frame out of view is not drawn.
  const drawn = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
      setTimeout(resolve, 300)
    })
  // Nothing can be asked of a frame that does not load.
  for (const frame of page.frames().toReversed())
    await Promise.race([frame.evaluate(drawn).catch(() => {}), page.waitForTimeout(1_000)])
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 }, caret: 'initial' })
}

/** Checks that a page is sound at each width and in both themes. `what` names the page in a failure. */
export const expectSound = async (
  page: Page,
  what: string,
  { again, also, height = 900, pays = false, ...inspected }: Looked = {},
): Promise<void> => {
  const before = page.viewportSize()
  let theme: string | null = null
  for (const look of process.env.EVERY_LOOK ? EVERY_LOOK : pays ? [...LOOKS, DARK_PHONE] : LOOKS) {
    const { width, colorScheme, rules } = look
    await page.setViewportSize({ width, height: 900 })
    if (theme !== colorScheme) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await again?.(look)
    }
    theme = colorScheme
    const named = `${what} at ${width}, ${colorScheme}`
    // A page that has just begun to load has no document element yet.
    const widthOf = (limit: number) => (document.documentElement as HTMLElement | null)?.scrollWidth ?? limit + 1
    await expect.poll(() => page.evaluate(widthOf, width), named).toBeLessThanOrEqual(width)
    await also?.(look)
    await savePicture(page, `${what}-${width}-${colorScheme}`)
    if (!rules) continue
    await page.setViewportSize({ width, height })
    // The other theme's colours appear a moment later.
    await expect(async () => expect(await axeFindings(page, inspected, rules), named).toEqual([])).toPass({ timeout: 20_000 })
  }
  if (!before) return
  await page.setViewportSize(before)
  await settle(page)
}
