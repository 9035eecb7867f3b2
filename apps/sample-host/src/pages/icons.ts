import { html, type Html } from './html.ts'

/** SVG paths in a 24 × 24 view box. */
const PATHS = {
  chat: 'M20 4H4a1 1 0 0 0-1 1v15l4-3.5h13a1 1 0 0 0 1-1V5a1 1 0 0 0-1-1ZM8 9h8M8 12.5h5',
  ticket:
    'M3 7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5V10a2 2 0 0 0 0 4v2.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5V14a2 2 0 0 0 0-4ZM14 6v2M14 11v2M14 16v2',
  phone: 'M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5ZM11 18.5h2',
  campaign: 'M4 10v4a1 1 0 0 0 1 1h2l9 4.5V4.5L7 9H5a1 1 0 0 0-1 1ZM8 15.5l1.5 5M19 9.5a3.5 3.5 0 0 1 0 5',
  report: 'M4 20V4M4 20h16M8.5 16.5v-5M13 16.5v-9M17.5 16.5V13',
  grid: 'M4 4h6.5v6.5H4ZM13.5 4H20v6.5h-6.5ZM4 13.5h6.5V20H4ZM16.75 13.5v6.5M13.5 16.75H20',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM9 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
  theme: 'M12 3a9 9 0 1 0 9 9 6.5 6.5 0 0 1-9-9Z',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  back: 'M14.5 5 7.5 12l7 7',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  send: 'M4 12 20 4l-4.5 16-4-6.5L4 12ZM11.5 13.5 20 4',
  panel: 'M4 5h16v14H4ZM14.5 5v14',
  out: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
} as const

export type IconName = keyof typeof PATHS

export const icon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}" /></svg>`
