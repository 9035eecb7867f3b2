// The expected statuses of the endpoints of carts: for people who pay for the product, with the storefront's own client.
import type { CallerName, Ids, PermissionRow } from './permission-rows.ts'

type SignedIn = (status: number, request?: PermissionRow['request'], over?: Partial<Record<CallerName, number>>) => PermissionRow

const WHO_CANNOT_PAY = { administrator: 403, viewer: 403, normal: 403, member: 403, ghost: 403, application: 403 }

export const cartRows = (signedIn: SignedIn) => {
  /** A call about Acme's cart, which does not exist for other organizations. */
  const ofCart = (more?: (ids: Ids) => { params?: Record<string, string>; query?: string }): PermissionRow => ({
    ...signedIn(
      200,
      (ids) => {
        const { params, query } = more?.(ids) ?? {}
        return { params: { id: ids.cart, ...params }, ...(query !== undefined && { query }) }
      },
      { ...WHO_CANNOT_PAY, stranger: 404, staff: 404 },
    ),
    carts: true,
  })
  return {
    createCart: signedIn(201, () => ({}), WHO_CANNOT_PAY),
    // The stranger gets their own cart; the staff's organization has none.
    getRecentCart: { ...signedIn(200, () => ({}), { ...WHO_CANNOT_PAY, staff: 404 }), carts: true as const },
    // The stranger's own cart; the staff's organization has none.
    getOpenCart: { ...signedIn(200, () => ({}), { ...WHO_CANNOT_PAY, staff: 204 }), carts: true as const },
    // The contents of the caller's own cart, or of none.
    getCartContents: signedIn(200, () => ({}), WHO_CANNOT_PAY),
    getCart: ofCart(),
    closeCart: ofCart(),
    addToCart: ofCart(({ sold }) => ({ params: { appId: sold } })),
    addSeveralToCart: ofCart(({ sold }) => ({ query: `?id=${encodeURIComponent(sold)}` })),
    removeFromCart: ofCart(({ sold }) => ({ params: { appId: sold } })),
    changeCartPlan: ofCart(({ sold, plan }) => ({ params: { appId: sold, planId: plan } })),
    chooseCartAgents: { ...ofCart(), request: ({ cart }: Ids) => ({ params: { id: cart }, body: { agents: null } }) },
    addCoupon: ofCart(() => ({ params: { coupon: 'permitted' } })),
    removeCoupon: ofCart(),
    startCheckout: ofCart(),
    leaveCheckout: ofCart(),
  }
}
