import { settingsIn, type Environment } from '@marketplace/side-program/settings'

export type Settings = {
  port: number
  /** The sample host's own origin. */
  own: string
  marketplace: string
  accounts: string
  /** The origin of the sample applications, which are shown in frames. */
  applications: string
}

/** Reads the settings that the sample host shares with the marketplace, with the same names and defaults. */
export const readSettings = (environment: Environment): Settings => {
  const settings = settingsIn(environment)
  const base = settings.port('PORT', 3000)
  const port = settings.port('SAMPLE_HOST_PORT', base + 4)
  return {
    port,
    own: settings.origin('SAMPLE_HOST_URL', `http://localhost:${port}`),
    marketplace: settings.origin('PUBLIC_URL', `http://localhost:${base}`),
    accounts: settings.origin('ACCOUNTS_URL', `http://localhost:${base + 1}`),
    applications: settings.origin('SAMPLE_APPS_URL', `http://127.0.0.1:${base + 3}`),
  }
}
