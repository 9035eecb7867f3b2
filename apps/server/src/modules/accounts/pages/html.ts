import { escapeHtml } from '@marketplace/contracts/core/escape-html'

/** Text that is HTML. Any other text in a template is escaped. */
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

/** A template of HTML: its values are escaped, unless they are HTML. Null and false are left out. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + write(parts[index - 1] ?? null) + string))

/** HTML from the source code, such as a style or a script. */
export const literal = (text: string): Html => new Html(text)
