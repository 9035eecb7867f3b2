import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import { THEME_SCRIPT } from './theme-script.ts'

/** The addresses of the build's files: the entry, its style sheets, and the chunks to preload. */
export type Assets = { js: string; css: string[]; preload: string[] }

/** The scripts and styles in the head of every document. */
export const headMarkup = ({ js, css, preload }: Assets): string =>
  [
    `<script>${THEME_SCRIPT}</script>`,
    `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(interUrl)}" crossorigin="">`,
    ...css.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    // Styles, font and images are loaded first. The entry is the largest file, and is executed before the other chunks.
    `<script type="module" fetchpriority="low" src="${escapeHtml(js)}"></script>`,
    ...preload.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(href)}">`),
  ].join('')
