// Texts that try to run a script or to keep the program busy.
import type { Random } from '../../../bench/catalogue/random.ts'

const TOKENS = [
  '<', '>', '</', '/>', '<b>', '</b>', '<ul><li>', '</ol>', '<a href="', '">', "'", '"', '=', ' ', '\n', '\n\n', '\t', '[', ']', '](', '[a](', '![', ')', '*', '**', '_', '~~',
  '`', '```\n', '# ', '> ', '- ', '1. ', '|', '|-|\n', '&', '&amp;', '&#106;', '&#x', '\\', '<!--', '-->', '<![CDATA[', '<?', 'a', 'é', '\u0315', '\u0316', '\u202e', '\u200b',
  '🙂', '<x onclick=run() ', 'javascript:', 'http://', '<textarea>', '<svg>', '<math>', '<style>', '<xmp>', '<noscript>',
] as const // prettier-ignore

const SCRIPTS = [
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', '<a href="javascript:alert(1)">x</a>', '[x](javascript:alert(1))',
  '<a href="java&#10;script:alert(1)">x</a>', '<iframe srcdoc="<script>alert(1)</script>"></iframe>', '<object data="javascript:alert(1)"></object>', '<embed src="data:text/html,x">',
  '<base href="https://evil.example/">', '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">', '<form action="javascript:alert(1)"><button>x</button></form>', '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>', '"><script>alert(1)</script>', "'-alert(1)-'", '<style>*{display:none}</style>', '<math><mtext><script>alert(1)</script></mtext></math>',
  '<noscript><p title="</noscript><script>alert(1)</script>">', '<details open ontoggle=alert(1)>', '<b style="position:fixed;inset:0">x</b>', '{{constructor.constructor("alert(1)")()}}', '<!--><script>alert(1)</script>-->',
] as const // prettier-ignore

const LONGEST = 256 * 1024

const cutTo = (text: string, bytes: number): string => {
  let cut = text.slice(0, bytes)
  while (Buffer.byteLength(cut) > bytes) cut = cut.slice(0, -Math.ceil((Buffer.byteLength(cut) - bytes) / 4))
  return cut.toWellFormed()
}

/** One to three tokens repeated to 256 KB, with something before or after. */
export const repeatedText = (random: Random): string => {
  const some = (count: number) => Array.from({ length: count }, () => random.pick(TOKENS)).join('')
  const [start, unit, end] = [some(random.int(0, 2)), some(random.int(1, 3)), some(random.int(0, 2))]
  return cutTo(start + unit.repeat(LONGEST / unit.length) + end, LONGEST)
}

/** One half opens elements, and the other half may close them. */
export const halvedText = (random: Random): string => {
  const [first, second] = [random.pick(TOKENS), random.pick(TOKENS)]
  return cutTo(first.repeat(LONGEST / 2 / first.length) + second.repeat(LONGEST / 2 / second.length), LONGEST)
}

/** Scripts between pieces of markup that may hide them from the sanitizer. */
export const scriptText = (random: Random): string =>
  Array.from({ length: random.int(1, 12) }, () => (random.chance(0.4) ? random.pick(SCRIPTS) : random.pick(TOKENS))).join('')
