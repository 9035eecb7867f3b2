import { settingsIn, type Environment } from '@marketplace/side-program/settings'

export type Settings = {
  port: number
  /** The only origin that serves the pages. */
  own: string
  marketplace: string
  accounts: string
  /** The origin of the sample host, which frames the applications as the marketplace does. */
  host: string
}

/** Reads the settings that the sample applications share with the marketplace, with the same names and defaults. */
export const readSettings = (environment: Environment): Settings => {
  const settings = settingsIn(environment)
  const base = settings.port('PORT', 3000)
  const port = settings.port('SAMPLE_APPS_PORT', base + 3)
  return {
    port,
    own: settings.origin('SAMPLE_APPS_URL', `http://127.0.0.1:${port}`),
    marketplace: settings.origin('PUBLIC_URL', `http://localhost:${base}`),
    accounts: settings.origin('ACCOUNTS_URL', `http://localhost:${base + 1}`),
    host: settings.origin('SAMPLE_HOST_URL', `http://localhost:${base + 4}`),
  }
}
