import { resolve } from 'node:path'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'

export type Settings = {
  port: number
  /** The sandbox's own origin, or null for localhost and the port it gets. */
  url: string | null
  /** The one origin whose pages may use it. */
  shop: string
  /** Pages of these origins may stand around the shop's, which frames the card field. */
  hosts: readonly string[]
  folder: string
  webhookUrl: string
  webhookSecret: string
}

/** A setting with a bad value, in one line. */
export class SettingError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

const originOf = (name: string, value: string): string => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) throw new SettingError(`${name}: must be an origin`)
  return url.origin
}

const portOf = (name: string, value: string): number => {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new SettingError(`${name}: must be a port`)
  return Number(value)
}

/** The settings of the marketplace that concern the sandbox, with the same names and defaults. */
export const readSettings = (environment: Environment): Settings => {
  const given = (name: string) => environment[name] || undefined
  if (given('STRIPE_SECRET_KEY')) throw new SettingError('STRIPE_SECRET_KEY: is set, and with it there is no sandbox')
  const shopPort = portOf('PORT', given('PORT') ?? '3000')
  const port = portOf('PAYMENTS_PORT', given('PAYMENTS_PORT') ?? String(shopPort === 0 ? 0 : shopPort + 2))
  const hostPort = portOf('SAMPLE_HOST_PORT', given('SAMPLE_HOST_PORT') ?? String(shopPort === 0 ? 0 : shopPort + 4))
  const shop = originOf('PUBLIC_URL', given('PUBLIC_URL') ?? `http://localhost:${shopPort}`)
  const url = given('PAYMENTS_URL')
  const hosts = given('ALLOWED_HOST_ORIGINS') ?? given('SAMPLE_HOST_URL') ?? `http://localhost:${hostPort}`
  return {
    port,
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
