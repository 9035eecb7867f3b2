import { createHash } from 'node:crypto'
import { BRAND } from '@marketplace/contracts/core/brand'
import { type Access, API_MOUNTS, type Endpoint } from '@marketplace/contracts/core/endpoint'
import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import { ERRORS } from '@marketplace/contracts/core/errors'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize }
article { border: 1px solid #8884; border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0 }
h3 { margin: 0; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
h3 span { display: inline-block; min-width: 4rem }
p { margin: .25rem 0 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top }
code { overflow-wrap: anywhere }
`

export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const WHO: Readonly<Record<Access['kind'], string>> = {
  anyone: 'Anyone',
  ownPage: 'Anyone, by a form of our own page',
  loopback: 'This machine, or the holder of the token',
  account: 'People who are signed in',
  webhook: 'Programs that sign the request',
}
const BY_CLIENT = {
  any: '',
  marketplace: ', in the marketplace itself',
  application: ', by an application of their own',
} as const
const whoMayCall = (access: Access): string => WHO[access.kind] + (access.kind === 'account' ? BY_CLIENT[access.client] : '')

/** The API reference as an HTML page without scripts, from the same declarations as /openapi.json. */
export const renderDocs = (endpoints: readonly Endpoint[]): string => {
  const apis = [...new Set(endpoints.map(({ api }) => api))].sort()
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${BRAND.marketplace} API</title><style>${STYLE}</style></head><body><main>
<h1>${BRAND.marketplace} API</h1>
<p>Machines read <a href="/openapi.json">/openapi.json</a>. <code>/api/v2</code> is ${BRAND.products.livechat}'s, <code>/api/v1</code> ${BRAND.products.helpdesk}'s; they differ in the default product only.</p>
${apis
  .map(
    (api) =>
      `<section><h2>${api}</h2>${endpoints
        .filter((endpoint) => endpoint.api === api)
        .map(operation)
        .join('')}</section>`,
  )
  .join('\n')}
<section><h2>Errors</h2><p>Every error is <code>{"code", "message", "requestId"}</code>, under /search <code>{"message", "status"}</code>, on the accounts server <code>{"error", "error_description", "request_id"}</code>.</p><table><tr><th>Status</th><th>Code</th><th>Message</th></tr>
${Object.entries(ERRORS)
  .map(([code, { status, message }]) => `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(message)}</td></tr>`)
  .join('')}</table></section></main></body></html>`
}

const operation = (endpoint: Endpoint): string => {
  const paths = API_MOUNTS[endpoint.api].map((mount) => escapeHtml(mount + endpoint.path))
  return `<article id="${endpoint.id}"><h3>${paths.map((path) => `<span>${endpoint.method}</span> ${path}`).join('<br>')}</h3>
<p>${escapeHtml(endpoint.summary)}.</p><p><small>${whoMayCall(endpoint.access)} · answers ${'body' in endpoint.ok ? 'application/json' : escapeHtml(endpoint.ok.contentType)}${
    endpoint.errors.length ? ` · errors ${endpoint.errors.join(', ')}` : ''
  }</small></p></article>`
}
