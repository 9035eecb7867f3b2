import type { BillingAccount } from '@marketplace/contracts/billing/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { useCallback, useEffect, useState } from 'react'
import { whenIdle } from '../../../lib/when-idle.ts'
import { call } from '../../data/use-endpoint.ts'
import { askBank, type CardElement, cardFrom, openProvider, type Provider, ProviderBlocked } from './provider.ts'

/** The bank asked for a confirmation, and the cardholder postponed it. */
export class ChallengeLeft extends Error {}

/** How many times to check a card that the provider is still saving. */
const SAVE_TRIES = 20
const SAVE_PAUSE_MS = 500

const saveCard = async (provider: Provider, product: Product, paymentMethod: string): Promise<void> => {
  for (let tries = 0; tries < SAVE_TRIES; tries++) {
    const { status, client_secret: secret } = await call('billing', 'POST /account/{product}', {
      params: { product },
      body: { payment_method: paymentMethod },
    })
    if (status === 'saved') return
    if (status === 'processing') await new Promise((resolve) => setTimeout(resolve, SAVE_PAUSE_MS))
    else if (!secret || !(await askBank(provider, secret))) throw new ChallengeLeft()
  }
  throw new ChallengeLeft()
}

/** The choice of the card to pay with: the saved one, or a new one, which replaces it. */
export const useCardChoice = ({ provider: given, has_card: hasCard }: BillingAccount, product: Product, wanted = true) => {
  const [entersNew, setEntersNew] = useState(!hasCard)
  const [provider, setProvider] = useState<Provider | null>(null)
  const [blocked, setBlocked] = useState(false)
  const [card, setCard] = useState<CardElement | null>(null)
  const { script, publishable_key } = given
  const open = useCallback(() => openProvider({ script, publishable_key }), [script, publishable_key])
  // The provider is needed for a saved card too, because its bank may ask for a confirmation.
  useEffect(() => {
    if (!wanted) return
    let isGone = false
    // The browser first draws the page.
    whenIdle(() => {
      if (isGone) return
      open().then(
        (opened) => isGone || setProvider(opened),
        () => isGone || setBlocked(true),
      )
    })
    return () => {
      isGone = true
    }
  }, [open, wanted])
  return {
    hasCard,
    entersNew,
    choose: setEntersNew,
    provider,
    setCard,
    blocked,
    /** Whether a card was entered, or the saved card is used. */
    isReady: !entersNew || card !== null,
    /** Saves the entered card, if there is one. It then replaces the saved card. */
    settle: async (): Promise<void> => {
      if (!entersNew) return
      const opened = provider ?? (await open())
      if (!card) throw new ProviderBlocked()
      await saveCard(opened, product, await cardFrom(opened, card))
      setEntersNew(false)
    },
    /** Lets the cardholder confirm the payment at the bank. Returns false if they postpone it. */
    challenge: async (secret: string): Promise<boolean> => askBank(provider ?? (await open()), secret),
  }
}
export type CardChoice = ReturnType<typeof useCardChoice>
