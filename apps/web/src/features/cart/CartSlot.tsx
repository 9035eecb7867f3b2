import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSession } from '../../lib/session/store.ts'

const CartButton = lazyPart(async () => (await import('./CartButton.tsx')).CartButton)

/** The cart in the header. Its code is loaded once somebody is signed in. */
export const CartSlot = () => <div data-cart="">{useSession()?.isAuthorized && <CartButton />}</div>
