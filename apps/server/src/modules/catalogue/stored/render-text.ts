import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** Increase this when the same text would render differently. At its next start, the server then renders all stored texts again. */
export const TEXT_VERSION = 3

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false })

const TAGS = [
  'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'a', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'code', 'pre', 'kbd', 'samp',
  'em', 'strong', 'b', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'abbr', 'br', 'hr',
  'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption', 'details', 'summary',
] // prettier-ignore

/** Elements and attributes that browsers execute. They are removed from untrusted texts. */
const ACTIVE_TAGS = new Set(['script', 'iframe', 'object', 'embed', 'applet', 'frame', 'frameset'])
const ACTIVE_URL = /^[\s\u0000-\u001f]*(?:javascript|vbscript|data:text)\s*[:/]/i

/** A Markdown link with a scheme that runs code or holds data. The parser leaves it as text. */
const ACTIVE_LINK = /\]\(\s*(?:<\s*)?(?:javascript|vbscript|data:text)\s*[:/]/i

export type RenderedText = {
  html: string
  /**
   * The names of removed elements and attributes that would run scripts or change the style of the page, such as "script" or "onclick".
   * Empty for a harmless text.
   */
  removed: string[]
}

/**
 * Renders untrusted Markdown or HTML to safe HTML by an allow-list: no scripts, handlers, styles, frames or pictures. Links may lead to
 * http, https and mailto, with rel=nofollow. Headings start at h3, below the page's own.
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
      // The page itself uses h1 for its name and h2 for its sections.
      h1: 'h3',
      h2: 'h3',
      h3: 'h4',
      h4: 'h5',
      h5: 'h6',
      a: (tagName, attributes) => ({
        tagName,
        // A relative link would lead to pages of the marketplace.
        attribs: /^(https?:|mailto:)/i.test(attributes.href ?? '') ? { ...attributes, rel: 'nofollow noopener' } : {},
      }),
    },
  })
  // An empty corner cell of a table is not a header.
  return { html: html.trim().replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>'), removed: [...removed] }
}

const SCRIPT = /<\s*script|javascript:\S/i
const HANDLER = /\son\w+\s*=/i

/** Whether a text that is shown as plain text looks like an attempt to run a script. It cannot run, but the import reports it. */
export const looksActive = (text: string): boolean =>
  SCRIPT.test(text) ||
  // The text is split first, because one expression that starts at every `<` would scan the rest of the text for each of them.
  text.split('>').some((part) => part.includes('<') && HANDLER.test(part.slice(part.indexOf('<'))))
