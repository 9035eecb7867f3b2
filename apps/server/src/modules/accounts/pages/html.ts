import { createHash } from 'node:crypto'
import { escapeHtml } from '@marketplace/domain/escape-html'

/** Text that is HTML already. Everything else that comes into a template is text, and is escaped. */
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

/** A template of HTML: what is put in is escaped, unless it is HTML itself; null and false are nothing. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + write(parts[index - 1] ?? null) + string))

/** HTML that stands in this program, to the letter: a style or a script. */
export const literal = (text: string): Html => new Html(text)

/** How a policy names an inline style or script. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
