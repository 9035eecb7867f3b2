import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { paths } from '../../../lib/paths.ts'

export const INSTALLED_FAILED = "Installed apps list couldn't be loaded"

/** The path of an installed application's page. */
export const pageOf = ({ slug, service }: Pick<InstalledApplication, 'slug' | 'service'>, isPrivate = false): string =>
  isPrivate ? paths.privateApp(slug) : service ? paths.service(slug) : paths.underApps(slug)
