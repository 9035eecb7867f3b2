import { escapeHtml } from '@marketplace/contracts/core/escape-html'

/** Escaped markup. Only `html` creates it. */
export type Html = { readonly markup: string }
type Value = Html | readonly Html[] | string | number | null | undefined | false

const markupOf = (value: Value): string => {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** A template of markup. Values that are not markup are escaped. Put quotes around attributes. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: strings.reduce((text, string, index) => text + markupOf(values[index - 1]) + string),
})

/** Data for a script, in a script element that is not executed. */
export const dataElement = (id: string, data: unknown): Html => ({
  markup: `<script type="application/json" id="${escapeHtml(id)}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
})
