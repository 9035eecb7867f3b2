import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import { escapeHtml } from '../lib/escape-html.ts'
import { THEME_SCRIPT } from './theme-script.ts'

/** Addresses of the build's files: the entry, its style sheets, and the chunks that are fetched with it. */
export type Assets = { js: string; css: string[]; preload: string[] }

/** What the head of every document of ours loads. */
export const headMarkup = ({ js, css, preload }: Assets): string =>
  [
    `<script>${THEME_SCRIPT}</script>`,
    `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(interUrl)}" crossorigin="">`,
    ...css.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    // Styles, font and what the HTML shows come first; then the entry, which is the largest and runs before the others.
    `<script type="module" fetchpriority="low" src="${escapeHtml(js)}"></script>`,
    ...preload.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(href)}">`),
  ].join('')
