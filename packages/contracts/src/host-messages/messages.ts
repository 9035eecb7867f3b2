// The messages between a host product and the marketplace in its iframe: {type, data} objects (docs/product/hosts.md). Only this file
// declares the messages and the form of their data. The types, the readers and the package for host products are made from it.

/** The TypeScript type of each kind of value. */
type Kinds = {
  text: string
  'text?': string | undefined
  'text or null': string | null
  number: number
  'charge type': 'direct_charge' | 'recurrent_charge'
  'charge type?': 'direct_charge' | 'recurrent_charge' | undefined
  /** Texts, numbers, flags and nulls under names that the sender chooses. */
  properties: Record<string, string | number | boolean | null>
  /** A path within the variant, with its query and hash. */
  target: string
  'flag?': boolean | undefined
  theme: 'light' | 'dark'
  token: string
  /** A field that is allowed and ignored. */
  'unread?': unknown
}
export type Kind = keyof Kinds
/** One kind of value, a list of values of one shape, or an object with a shape for each field. */
export type Shape = Kind | readonly [Shape] | { readonly [field: string]: Shape }

type Optional<Fields> = { [Field in keyof Fields]: Fields[Field] extends `${string}?` ? Field : never }[keyof Fields]
type Plain<Type> = { [Field in keyof Type]: Type[Field] }
type ValueOf<Given> = Given extends Kind
  ? Kinds[Given]
  : Given extends readonly [infer Each]
    ? ValueOf<Each>[]
    : Given extends null
      ? undefined
      : Plain<
          { -readonly [Field in Exclude<keyof Given, Optional<Given>>]: ValueOf<Given[Field]> } & {
            -readonly [Field in Optional<Given>]?: Exclude<ValueOf<Given[Field]>, undefined>
          }
        >

const APPLICATION = { id: 'text', slug: 'text', name: 'text', product: 'text' } as const
const CHARGE = { chargeId: 'text', chargeType: 'charge type' } as const
const CART = {
  id: 'text',
  state: 'text',
  products: [{ id: 'text', slug: 'text', name: 'text', quantity: 'number', purchasedAt: 'text or null' }],
  total: 'number',
} as const

/**
 * From the marketplace to the host. The call is marked as pure, so that builds leave it out of pages that do not use it; they could not
 * leave out spread fields.
 */
export const TO_HOST = /* @__PURE__ */ (() =>
  ({
    /** A document of the marketplace has been rendered and listens. */
    loaded: { version: 'text' },
    /**
     * The page that the frame shows now. In the agent app the pathname is under /apps/marketplace; elsewhere it is the path within the
     * variant.
     */
    navigate: { pathname: 'text', search: 'text', hash: 'text' },
    /** Sent with each `navigate`: the breadcrumbs from the start page to the page. */
    breadcrumbs: { breadcrumbs: [{ name: 'text', pathname: 'text' }] },
    /** The server has installed an application or service. */
    app_installed: APPLICATION,
    /** The server has uninstalled it. */
    app_removed: APPLICATION,
    /**
     * The person follows a link to an application in the host, or to its reports: `event` is `open` or `reports`. The host need not
     * navigate, because the link does.
     */
    app_event: { ...APPLICATION, event: 'text', properties: 'properties' },
    /** An application was paid for, alone or as a product of a cart. With a cart there is no charge. */
    app_purchased: { ...APPLICATION, chargeId: 'text?', chargeType: 'charge type?' },
    /** A cart was paid for. `id` is the cart’s, `slug` that of the first product. */
    cart_purchased: { id: 'text', slug: 'text', products: [APPLICATION] },
    /** The cart was changed in the frame. Amounts are in cents. */
    marketplace_cart_update: { cart: CART },
    /** The person has pressed a link to an e-mail address. The host opens it, because frames may not. */
    mailto: { email: 'text', subject: 'text?', body: 'text?' },
    /** The buyer has accepted a charge. */
    transaction_accepted: CHARGE,
    /** The buyer has declined a charge. */
    transaction_declined: CHARGE,
    /** The payment of a charge has failed. */
    transaction_failed: { ...CHARGE, error: 'text' },
  }) as const satisfies Record<string, Shape>)()

/** From the host to the marketplace. Types may be written with "-" or "_". */
export const FROM_HOST = {
  /** The host wants the frame to show another page. The agent app may also send the path in its own form, under /apps/marketplace. */
  navigate: { pathname: 'target', replace: 'flag?' },
  /** The host expects that this page will be wanted soon. */
  preload: { pathname: 'target' },
  /** The host has changed the cart. The frame loads it again. */
  cart_updated: { cart: 'unread?' },
  /** The cart may have changed. */
  refresh_cart: null,
  /** Applications may have been installed or uninstalled elsewhere. */
  refresh_installed_apps: null,
  /** A subscription may have changed. */
  refresh_subscription_info: null,
  /** The theme of the host. The frame uses it, until the person chooses another theme in the frame. */
  change_theme: { theme: 'theme' },
  /**
   * A token that the host offers. The person is asked before it is used. With `again`, a person who has already answered is not asked
   * again.
   */
  credentials: { access_token: 'token', again: 'flag?' },
} as const satisfies Record<string, { readonly [field: string]: Kind } | null>

export type TypeToHost = keyof typeof TO_HOST
export type TypeFromHost = keyof typeof FROM_HOST
export type MessagesToHost = { [Type in TypeToHost]: ValueOf<(typeof TO_HOST)[Type]> }
export type MessagesFromHost = { [Type in TypeFromHost]: ValueOf<(typeof FROM_HOST)[Type]> }
export type MessageToHost = { [Type in TypeToHost]: { type: Type; data: MessagesToHost[Type] } }[TypeToHost]
export type MessageFromHost = { [Type in TypeFromHost]: { type: Type; data: MessagesFromHost[Type] } }[TypeFromHost]

/** The application that a message is about. */
export type AppReference = ValueOf<typeof APPLICATION>
export type ChargeReference = ValueOf<typeof CHARGE>
/** The open cart in the form in which hosts are told about it. */
export type HostCart = ValueOf<typeof CART>
export type HostTheme = Kinds['theme']
