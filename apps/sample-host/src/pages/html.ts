/** Markup that is safe to send. Only `html` makes it. */
export type Html = { readonly markup: string }
type Value = Html | readonly Html[] | string | number | null | undefined | false

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const markupOf = (value: Value): string => {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

/** Markup with values, of which everything but markup is text. Attributes have to be quoted. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: strings.reduce((text, string, index) => text + markupOf(values[index - 1]) + string),
})

/** Data for a script, in an element that does not run. */
export const dataElement = (id: string, data: unknown): Html => ({
  markup: `<script type="application/json" id="${escape(id)}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
})
