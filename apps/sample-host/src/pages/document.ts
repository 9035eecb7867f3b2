import { dataElement, html, type Html } from './html.ts'
import { icon } from './icons.ts'
import { type HostProduct, MARKETPLACE_PAGES, PRODUCTS } from './products.ts'
import type { Screen } from './routes.ts'
import { screenOf } from './screens.ts'
import type { Origins } from './shown.ts'

export type Theme = 'light' | 'dark'
type Given = { screen: Screen; path: string; theme: Theme | null; origins: Origins }

const switcher = (current: HostProduct | null): Html =>
  html`<details class="switcher">
    <summary>
      <span class="mark" aria-hidden="true">${(current?.label ?? 'S').slice(0, 1)}</span
      ><span class="switcher-label">${current?.label ?? 'Products'}</span>
    </summary>
    <ul>
      ${PRODUCTS.map(
        ({ name, label, about, entries }) =>
          html`<li>
            <a href="${entries[0]?.path}" data-product="${name}" ${current?.name === name ? html` aria-current="true"` : null}>
              <strong>${label}</strong><span>${about}</span></a
            >
          </li>`,
      )}
      <li>
        <a href="/"><strong>All products</strong><span>And their public marketplaces.</span></a>
      </li>
    </ul>
  </details>`

const entry = (path: string, { label, path: to, icon: picture }: HostProduct['entries'][number], product: HostProduct): Html => {
  // The path of the help desk's reports is below the path of its tickets.
  const isHere =
    (path === to || path.startsWith(`${to}/`)) &&
    !product.entries.some((other) => other.path.length > to.length && (path === other.path || path.startsWith(`${other.path}/`)))
  return html`<li>
    <a href="${to}" ${isHere ? html` aria-current="page"` : null}>${icon(picture)}<span>${label}</span></a>
    ${isHere && to === product.marketplace ? marketplacePages(product) : null}
  </li>`
}

/**
 * Links to pages of the marketplace, which the script opens in the frame. Phones have no space for them: there the bar inside the frame
 * leads to these pages.
 */
const marketplacePages = ({ marketplace }: HostProduct): Html =>
  html`<ul class="below" data-marketplace-pages>
    ${MARKETPLACE_PAGES.map(({ label, path }) => html`<li><a href="${marketplace}${path}">${label}</a></li>`)}
  </ul>`

const rail = (product: HostProduct, path: string): Html =>
  html`<nav class="rail" aria-label="${product.label}">
    ${switcher(product)}
    <ul class="entries">
      ${product.entries.map((each) => entry(path, each, product))}
    </ul>
    <div class="rail-apps" hidden>
      <h2>Applications</h2>
      <ul class="entries" data-applications></ul>
    </div>
    <div class="rail-foot">
      <button type="button" class="rail-button" data-theme-switch>${icon('theme')}<span>Theme</span></button>
      <div data-account></div>
    </div>
  </nav>`

/** A complete HTML document. */
export const documentOf = ({ screen, path, theme, origins }: Given): string => {
  const product = 'product' in screen ? screen.product : null
  const { title, body, data } = screenOf(screen, origins)
  const fills = screen.kind === 'marketplace' || screen.kind === 'application' || screen.kind === 'conversations'
  const page = html`<!doctype html>
    <html lang="en" ${theme ? html` data-theme="${theme}"` : null}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}${product ? ` · ${product.label}` : ''}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        <script src="/main.js" type="module"></script>
      </head>
      <body class="${product ? `product ${product.name}` : 'plain'}${fills ? ' fills' : ''}">
        <a class="skip" href="#main">Skip to the content</a>
        ${product ? rail(product, path) : null}
        <main id="main" tabindex="-1" class="screen ${screen.kind}">${body}</main>
        <div class="toasts" role="status" aria-live="polite"></div>
        ${dataElement('host', {
          kind: screen.kind,
          slug: 'slug' in screen ? screen.slug : null,
          product: product && {
            name: product.name,
            label: product.label,
            variant: product.variant,
            marketplace: product.marketplace,
            integrations: product.integrations,
            applications: product.applications,
            reports: product.reports,
            campaigns: product.campaigns,
            installs: product.installs,
          },
          origins,
          ...data,
        })}
      </body>
    </html> `
  return page.markup
}
