import { type ComponentType, useEffect, useState } from 'react'
import { useSession } from '../../lib/session/store.ts'

/** The place of the cart in the header: its code comes once somebody is signed in. */
export const CartSlot = () => {
  const authorized = useSession()?.isAuthorized
  const [Button, setButton] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (authorized) import('./CartButton.tsx').then(({ CartButton }) => setButton(() => CartButton), console.error)
  }, [authorized])
  return <div data-cart="">{authorized && Button && <Button />}</div>
}
