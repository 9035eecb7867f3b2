import { resolve } from 'node:path'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { originOf, settingsIn, type Environment } from '@marketplace/side-program/settings'
import { StartError } from '@marketplace/side-program/start-error'

export type Settings = {
  port: number
  /** The sandbox's own origin; null means localhost with the port on which it listens. */
  url: string | null
  /** The only origin whose pages may use the sandbox. */
  shop: string
  /** The origins of host products. They may frame the shop's pages, and so the card field inside of these pages. */
  hosts: readonly string[]
  folder: string
  webhookUrl: string
  webhookSecret: string
}

/** Reads the settings that the sandbox shares with the marketplace, with the same names and defaults. */
export const readSettings = (environment: Environment): Settings => {
  const { given, origin, port } = settingsIn(environment)
  if (given('STRIPE_SECRET_KEY')) throw new StartError('Setting STRIPE_SECRET_KEY: is set, and with it there is no sandbox')
  const shopPort = port('PORT', 3000)
  const besideShop = (name: string, distance: number) => port(name, shopPort === 0 ? 0 : shopPort + distance)
  const hostPort = besideShop('SAMPLE_HOST_PORT', 4)
  const shop = origin('PUBLIC_URL', `http://localhost:${shopPort}`)
  const url = given('PAYMENTS_URL')
  const hosts = given('ALLOWED_HOST_ORIGINS') ?? given('SAMPLE_HOST_URL') ?? `http://localhost:${hostPort}`
  return {
    port: besideShop('PAYMENTS_PORT', 2),
    url: url === undefined ? null : originOf('PAYMENTS_URL', url),
    shop,
    hosts: hosts
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((each) => originOf('ALLOWED_HOST_ORIGINS', each)),
    folder: resolve(given('DATA_DIR') ?? './data', 'payments-sandbox'),
    webhookUrl: `${shop}/webhooks/payments`,
    webhookSecret: given('STRIPE_WEBHOOK_SECRET') ?? SANDBOX_KEYS.webhook,
  }
}
