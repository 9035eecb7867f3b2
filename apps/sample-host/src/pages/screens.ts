import { conversationsScreen } from './conversations-screen.ts'
import { html } from './html.ts'
import { icon } from './icons.ts'
import { campaignsScreen, reportsScreen } from './overview-screens.ts'
import { type HostProduct, PRODUCTS } from './products.ts'
import type { Screen } from './routes.ts'
import { type Origins, type Shown, waiting } from './shown.ts'

const homeScreen = ({ marketplace }: Origins): Shown => ({
  title: 'Products',
  body: html`<header class="home-head">
      <p class="eyebrow">A sample host</p>
      <h1>Everything your customers write, in one place</h1>
      <p>Three small products with the marketplace inside. Open one, or look at its public marketplace first.</p>
    </header>
    <ul class="home-products">
      ${PRODUCTS.map(
        ({ name, label, about, entries, publicPages }) =>
          html`<li class="card ${name}">
            <span class="mark" aria-hidden="true">${label.slice(0, 1)}</span>
            <h2>${label}</h2>
            <p>${about}</p>
            <p><a class="button primary" href="${entries[0]?.path}">Open ${label}</a></p>
            <ul class="links">
              ${publicPages.map((page) => html`<li><a href="${marketplace}${page.path}">${page.label} ${icon('out')}</a></li>`)}
            </ul>
          </li>`,
      )}
    </ul>`,
})

const termsScreen = (label: string): Shown => ({
  title: `Terms of ${label}`,
  body: html`<article class="prose">
    <h1>Terms of ${label}</h1>
    <p>
      These are the terms of a sample product. Nobody is bound by them: the product, its customers and its applications are
      invented, and no money moves.
    </p>
    <h2>Applications</h2>
    <p>
      An application is bought from the marketplace and billed with your subscription. It ends when you uninstall it or when its
      last paid period ends.
    </p>
    <h2>Data</h2>
    <p>An application reads and writes what you agree to when you install it, and nothing else.</p>
    <p><a href="/">All products</a></p>
  </article>`,
})

const subscriptionScreen = (label: string): Shown => ({
  title: `Subscription of ${label}`,
  body: html`<article class="prose">
    <h1>Subscription of ${label}</h1>
    <p>
      Here the customers of a host product activate their license and choose its plan. This product is a sample: its licenses come
      with the demo, and none can be bought.
    </p>
    <p><a href="/">All products</a></p>
  </article>`,
})

const integrationsScreen = (product: HostProduct, slug: string | null): Shown => {
  if (slug !== null)
    return {
      title: 'Settings of an application',
      body: html`<header class="screen-head">
          <div>
            <p class="crumb"><a href="${product.integrations}">${icon('back')}Integrations</a></p>
            <h1 data-application-name>Settings</h1>
          </div>
        </header>
        ${waiting('settings')}`,
    }
  return {
    title: 'Integrations',
    body: html`<header class="screen-head">
        <div>
          <h1>Integrations</h1>
          <p>Applications that ${product.label} works with.</p>
        </div>
        <a class="button primary" href="${product.marketplace}">${icon('plus')}Find applications</a>
      </header>
      ${waiting('integrations')}`,
  }
}

/** The title, the body and the data of a screen. */
export const screenOf = (screen: Screen, origins: Origins): Shown => {
  switch (screen.kind) {
    case 'home':
      return homeScreen(origins)
    case 'terms':
      return termsScreen(screen.of)
    case 'subscription':
      return subscriptionScreen(screen.of)
    case 'conversations':
      return conversationsScreen(screen.product, screen.open)
    case 'reports':
      return reportsScreen(screen.product, screen.slug)
    case 'campaigns':
      return campaignsScreen(screen.slug)
    case 'integrations':
      return integrationsScreen(screen.product, screen.slug)
    case 'application':
      return {
        title: 'Application',
        body: html`<h1 class="unseen" data-application-name>Application</h1>
          ${waiting('application')}`,
      }
    case 'marketplace':
      return {
        title: 'Marketplace',
        body: html`<h1 class="unseen">Marketplace</h1>
          <div class="embedded" data-marketplace></div>
          <noscript
            ><p class="note">
              The marketplace in this product needs scripts. <a href="${origins.marketplace}/apps/">Open it on its own page</a>.
            </p></noscript
          >`,
      }
    case 'missing':
      return {
        title: 'Nothing is here',
        body: html`<article class="prose">
          <h1>Nothing is here</h1>
          <p>This address belongs to no page of this product.</p>
          <p><a class="button" href="/">All products</a></p>
        </article>`,
      }
  }
}
