import { escapeHtml } from '@marketplace/contracts/core/escape-html'

/** A text that is HTML. Templates escape all other texts. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | null | false | readonly Html[]

const write = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (part === null || part === false) return ''
  return typeof part === 'object' ? part.map(write).join('') : escapeHtml(String(part))
}

/** A template of HTML. Its values are escaped unless they are HTML. Null and false produce no text. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + write(parts[index - 1] ?? null) + string))

/** HTML from the source code, such as a style or a script. */
export const literal = (text: string): Html => new Html(text)
