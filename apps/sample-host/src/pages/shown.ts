import { html, type Html } from './html.ts'

/** The origins of the sample host, and of everything that its pages frame, load or call. */
export type Origins = { own: string; marketplace: string; accounts: string; applications: string }

/** Title and body of a screen; `data` is for its script. */
export type Shown = { title: string; body: Html; data?: Record<string, unknown> }

/** An element that a script fills with content for the signed-in person. */
export const waiting = (slot: string): Html => html`<div class="slot" data-slot="${slot}" aria-live="polite"></div>`
