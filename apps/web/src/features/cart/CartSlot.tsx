import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSession } from '../../lib/session/store.ts'

const CartButton = lazyPart(async () => (await import('./CartButton.tsx')).CartButton)

/** The place of the cart in the header: its code comes once somebody is signed in. */
export const CartSlot = () => <div data-cart="">{useSession()?.isAuthorized && <CartButton />}</div>
