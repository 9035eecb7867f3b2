import type { TypeFromHost, TypeToHost } from './messages.ts'

type Row<Type extends string> = {
  type: Type
  /** The fields of its data. */
  data: readonly string[]
  /** When it is sent, and by what. */
  when: string
}

/** What the marketplace tells the host. */
export const TO_HOST: readonly Row<TypeToHost>[] = [
  { type: 'loaded', data: ['version'], when: 'A document of the marketplace has been rendered and listens.' },
  { type: 'navigate', data: ['pathname', 'search', 'hash'], when: 'After `loaded`, and at each change of the route.' },
  { type: 'breadcrumbs', data: ['breadcrumbs'], when: 'With each `navigate`: the way from the start page to the page.' },
  { type: 'app_installed', data: ['id', 'slug', 'name', 'product'], when: 'The server has installed an application or service.' },
  { type: 'app_removed', data: ['id', 'slug', 'name', 'product'], when: 'The server has uninstalled it.' },
  {
    type: 'app_event',
    data: ['id', 'slug', 'name', 'product', 'event', 'properties'],
    when: 'An application is opened in the host, or its reports are: `event` is `open` or `reports`. The link opens them too.',
  },
  {
    type: 'app_purchased',
    data: ['id', 'slug', 'name', 'product', 'chargeId', 'chargeType'],
    when: 'An application was paid for: alone, or as one product of a cart. A cart has no charge to name.',
  },
  { type: 'cart_purchased', data: ['id', 'slug', 'products'], when: 'A cart was paid for, with the products that were bought.' },
  { type: 'marketplace_cart_update', data: ['cart'], when: 'The cart was changed in the frame.' },
  { type: 'mailto', data: ['email', 'subject', 'body'], when: 'A link to an e-mail address was pressed.' },
  { type: 'transaction_accepted', data: ['chargeId', 'chargeType'], when: 'The buyer has accepted a charge.' },
  { type: 'transaction_declined', data: ['chargeId', 'chargeType'], when: 'The buyer has declined a charge.' },
  { type: 'transaction_failed', data: ['chargeId', 'chargeType', 'error'], when: 'The payment of a charge has failed.' },
]

/** What the host tells the marketplace. */
export const FROM_HOST: readonly Row<TypeFromHost>[] = [
  { type: 'navigate', data: ['pathname', 'replace'], when: 'The host wants another page.' },
  { type: 'preload', data: ['pathname'], when: 'The host expects that page to be wanted soon.' },
  { type: 'cart_updated', data: ['cart'], when: 'The host has changed the cart.' },
  { type: 'refresh_cart', data: [], when: 'The cart may have changed.' },
  { type: 'refresh_installed_apps', data: [], when: 'Applications may have been installed or uninstalled elsewhere.' },
  { type: 'refresh_subscription_info', data: [], when: 'A subscription may have changed.' },
  { type: 'change_theme', data: ['theme'], when: 'The host shows its light or its dark theme.' },
  { type: 'credentials', data: ['access_token'], when: 'The host offers to continue as somebody; the person is asked.' },
]
