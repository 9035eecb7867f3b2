import { html, type Html } from './html.ts'

/** Origins of the sample host, and of what its pages show, load and call. */
export type Origins = { own: string; marketplace: string; accounts: string; applications: string }

/** What a screen is made of; `data` is for its script. */
export type Shown = { title: string; body: Html; data?: Record<string, unknown> }

/** Where a script puts what depends on who is signed in. */
export const waiting = (slot: string): Html => html`<div class="slot" data-slot="${slot}" aria-live="polite"></div>`
