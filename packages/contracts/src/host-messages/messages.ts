// What a host product and the marketplace in its iframe tell each other: {type, data} objects (docs/product/hosts.md). Types only, so that
// the package for host products can publish them.

/** Which application a message is about. */
export type AppReference = { id: string; slug: string; name: string; product: string }

export type HostTheme = 'light' | 'dark'

export type ChargeReference = { chargeId: string; chargeType: 'direct_charge' | 'recurrent_charge' }

/** The open cart as hosts are told of it: amounts in cents. */
export type HostCart = {
  id: string
  state: string
  products: { id: string; slug: string; name: string; quantity: number; purchasedAt: string | null }[]
  total: number
}

/** From the marketplace to the host, by type. */
export type MessagesToHost = {
  /** A document of the marketplace has come up and listens. */
  loaded: { version: string }
  /** What the frame shows now. The agent app's pathname is mapped under /apps/marketplace; elsewhere it is the path within the variant. */
  navigate: { pathname: string; search: string; hash: string }
  /** Where the page stands, from the start page down. */
  breadcrumbs: { breadcrumbs: { name: string; pathname: string }[] }
  app_installed: AppReference
  app_removed: AppReference
  /** What was done with an application in the frame, such as opening it. */
  app_event: AppReference & { event: string; properties: Record<string, string | number | boolean | null> }
  app_purchased: AppReference & Partial<ChargeReference>
  /** `id` is the cart’s, `slug` that of the first product. */
  cart_purchased: { id: string; slug: string; products: AppReference[] }
  /** The cart was changed in the frame. */
  marketplace_cart_update: { cart: HostCart }
  /** A link to an e-mail address was pressed: the host opens it, because a frame may not. */
  mailto: { email: string; subject?: string; body?: string }
  transaction_accepted: ChargeReference
  transaction_declined: ChargeReference
  transaction_failed: ChargeReference & { error: string }
}

/** From the host to the marketplace, by type. Types may be written with "-" or "_". */
export type MessagesFromHost = {
  /** A path within the variant, with its query and hash; the agent app also takes it as mapped. */
  navigate: { pathname: string; replace?: boolean }
  preload: { pathname: string }
  /** The cart was changed outside. The frame asks its server again and reads nothing out of `cart`. */
  cart_updated: { cart?: unknown }
  refresh_cart: undefined
  refresh_installed_apps: undefined
  refresh_subscription_info: undefined
  /** The theme that the host shows now. The frame follows it, until the person chooses another one in the frame. */
  change_theme: { theme: HostTheme }
  /** A token that the host offers. Whoever looks at the frame is asked before it is used. */
  credentials: { access_token: string }
}

export type TypeToHost = keyof MessagesToHost
export type TypeFromHost = keyof MessagesFromHost
export type MessageToHost = { [Type in TypeToHost]: { type: Type; data: MessagesToHost[Type] } }[TypeToHost]
export type MessageFromHost = { [Type in TypeFromHost]: { type: Type; data: MessagesFromHost[Type] } }[TypeFromHost]
