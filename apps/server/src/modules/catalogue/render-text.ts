import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** Raise it when the same text would render differently: the start then renders stored texts anew. */
export const TEXT_VERSION = 3

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false })

const TAGS = [
  'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'a', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'code', 'pre', 'kbd', 'samp',
  'em', 'strong', 'b', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'abbr', 'br', 'hr',
  'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption', 'details', 'summary',
] // prettier-ignore

/** What runs when a browser meets it: the elements and attributes that a text of a stranger never keeps. */
const ACTIVE_TAGS = new Set(['script', 'iframe', 'object', 'embed', 'applet', 'frame', 'frameset'])
const ACTIVE_URL = /^[\s\u0000-\u001f]*(?:javascript|vbscript|data:text)\s*[:/]/i

/** Markdown's own form of such a link, which the parser leaves as text. */
const ACTIVE_LINK = /\]\(\s*(?:<\s*)?(?:javascript|vbscript|data:text)\s*[:/]/i

export type RenderedText = {
  html: string
  /** What was kept out because it would have run or restyled the page, such as "script" or "onclick"; empty for an honest text. */
  removed: string[]
}

/**
 * Markdown or HTML of a stranger as HTML that a page may hold. Everything goes through one allow-list: no script, handler, style,
 * frame or picture passes; links go to http, https or mailto and say nofollow. Headings begin at h3, below those of the page's sections.
 */
export const renderText = (text: string): RenderedText => {
  const removed = new Set<string>(ACTIVE_LINK.test(text) ? ['a link with javascript:'] : [])
  const html = sanitizeHtml(markdown.render(text), {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      th: ['align', 'colspan', 'rowspan'],
      td: ['align', 'colspan', 'rowspan'],
      ol: ['start'],
      abbr: ['title'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 40,
    onOpenTag: (name: string, attributes: Record<string, string>) => {
      if (ACTIVE_TAGS.has(name)) removed.add(name)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on/i.test(attribute)) removed.add(attribute.toLowerCase())
        else if (ACTIVE_URL.test(value))
          removed.add(`${attribute.toLowerCase()} with ${value.trim().split(':')[0]?.toLowerCase()}:`)
      }
    },
    transformTags: {
      // The page's own headings are above them: h1 its name, h2 its sections.
      h1: 'h3',
      h2: 'h3',
      h3: 'h4',
      h4: 'h5',
      h5: 'h6',
      a: (tagName, attributes) => ({
        tagName,
        // A relative link would lead into our own pages, where its target is not.
        attribs: /^(https?:|mailto:)/i.test(attributes.href ?? '') ? { ...attributes, rel: 'nofollow noopener' } : {},
      }),
    },
  })
  // An empty corner of a table heads nothing.
  return { html: html.trim().replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>'), removed: [...removed] }
}

const SCRIPT = /<\s*script|javascript:\S/i
const HANDLER = /\son\w+\s*=/i

/** Whether a text that is shown as plain text looks as if it were meant to run. It cannot; a report says so all the same. */
export const looksActive = (text: string): boolean =>
  SCRIPT.test(text) ||
  // Each part is looked at once: one expression that begins at every `<` would read the rest of the text for each of them.
  text.split('>').some((part) => part.includes('<') && HANDLER.test(part.slice(part.indexOf('<'))))
