import { fetchAnswer } from './fetch-answer.ts'

/** What a first visit loads, in bytes as sent, without the catalogue's pictures. */
export type ColdVisit = {
  page: string
  html: number
  javascript: number
  /** JavaScript that the page loads by itself once it is idle. */
  idle: number
  css: number
  fonts: number
  files: number
}

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
/** Modules that a module imports statically. Dynamic imports are loaded when they are needed, some of them by each page. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"(\.\/[\w.-]+\.js)"/g
const DYNAMIC_IMPORT = /\bimport\(["'`](\.\/([\w-]+)-[\w-]{8}\.js)["'`]\)/g
const FONT_FACE = /@font-face\s*\{([^}]*)\}/g

/**
 * Adds up what a browser loads for a page: scripts with their imports, styles and fonts. `idle` names the modules that the page's entry
 * imports dynamically as soon as it is idle.
 */
export const measureColdVisit = async (port: number, page: string, idle: readonly string[] = []): Promise<ColdVisit> => {
  const html = await fetchAnswer(port, page)
  const tags = [...html.text.matchAll(/<(?:script|link)\s[^>]*>/g)].map(([tag]) => tag)
  const linked = (rel: string) =>
    tags.filter((tag) => attribute(tag, 'rel') === rel).flatMap((tag) => attribute(tag, 'href') ?? [])

  const javascript = new Map<string, number>()
  const later = new Map<string, string>()
  const visit = async (path: string): Promise<void> => {
    if (javascript.has(path)) return
    javascript.set(path, 0)
    const { body, text } = await fetchAnswer(port, path)
    javascript.set(path, body.length)
    for (const [, file = '', name = ''] of text.matchAll(DYNAMIC_IMPORT))
      if (idle.includes(name)) later.set(name, new URL(file, `http://any${path}`).pathname)
    for (const [, name = ''] of text.matchAll(STATIC_IMPORT)) await visit(new URL(name, `http://any${path}`).pathname)
  }
  for (const path of [...tags.flatMap((tag) => attribute(tag, 'src') ?? []), ...linked('modulepreload')]) await visit(path)
  const sum = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((total, size) => total + size, 0)
  const atOnce = { javascript: sum(javascript), files: javascript.size }
  for (const name of idle) {
    const path = later.get(name)
    if (path === undefined) throw new Error(`${page} imports no module ${name}`)
    await visit(path)
  }

  const css = new Map<string, number>()
  const fonts = new Map<string, number>()
  const shown = html.text.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, ' ')
  for (const path of linked('stylesheet')) {
    const { body, text } = await fetchAnswer(port, path)
    css.set(path, body.length)
    for (const [, face = ''] of text.matchAll(FONT_FACE)) {
      const font = /url\(["']?([^"')]+)/.exec(face)?.[1]
      if (!font || font.startsWith('data:') || !covers(face, shown)) continue
      const address = new URL(font, `http://any${path}`).pathname
      fonts.set(address, (await fetchAnswer(port, address)).body.length)
    }
  }
  return {
    page,
    html: html.body.length,
    javascript: atOnce.javascript,
    idle: sum(javascript) - atOnce.javascript,
    css: sum(css),
    fonts: sum(fonts),
    files: 1 + atOnce.files + css.size + fonts.size,
  }
}

/** Whether a browser loads this font for the text, because the text has a character in the font's range. */
const covers = (face: string, text: string): boolean => {
  const range = /unicode-range:([^;}]+)/.exec(face)?.[1]
  if (!range) return true
  const parts = [...range.matchAll(/U\+([0-9a-f?]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to = from]) => [
    Number.parseInt(from.replaceAll('?', '0'), 16),
    Number.parseInt(to.replaceAll('?', 'F'), 16),
  ])
  return [...text].some((character) => {
    const point = character.codePointAt(0) ?? 0
    return parts.some(([low = 0, high = 0]) => point >= low && point <= high)
  })
}
