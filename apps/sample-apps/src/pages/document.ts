import { addresses, type Page, pageAt } from './pages.ts'

/** The origins of the application, the marketplace, its accounts server and the sample host. */
type Origins = { own: string; marketplace: string; accounts: string; host: string }

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const around = (title: string, { own, marketplace, accounts, host }: Origins, head: string, body: string): string =>
  `<!doctype html>
<html lang="en" data-own="${escape(own)}" data-marketplace="${escape(marketplace)}" data-accounts="${escape(accounts)}" data-host="${escape(host)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
${head}
<body><main>${body}</main></body>
</html>
`

/** The page of an application. Its script fills the empty elements. */
export const documentOf = ({ title, intro, script, sdk }: Page, settings: Origins): string =>
  around(
    title,
    settings,
    `${sdk ? `<script src="/sdk/${sdk}.js"></script>\n` : ''}<script type="module" src="/scripts/${script}.ts"></script>`,
    `<header><img src="/icon.svg" alt="" width="36" height="36"><div><h1>${escape(title)}</h1><p>${escape(intro)}</p></div></header>
<div id="content"></div>
<section class="log" role="status" aria-label="What happened"><ol id="log"></ol></section>`,
  )

/** The list of all pages, for people who open the origin without a path. */
export const startPage = (settings: Origins): string =>
  around(
    'Sample applications',
    settings,
    '',
    `<header><img src="/icon.svg" alt="" width="36" height="36"><div><h1>Sample applications</h1>
<p>Third-party applications of the demo, made with the published SDKs. They are meant to be opened in the marketplace or in a host product.</p></div></header>
<ul class="list">${addresses()
      .map((path) => `<li><a href="${path}">${escape(pageAt(path)?.title ?? path)}</a> <code>${path}</code></li>`)
      .join('')}</ul>`,
  )
