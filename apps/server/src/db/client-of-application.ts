import { sql } from 'drizzle-orm'
import { applications } from './schema.ts'

/** The id of an application's client in SQL, as clientIdOf in packages/domain computes it. */
export const clientIdOfApplication = sql<string>`coalesce(${applications.authorization} ->> 'clientId', ${applications.id})`

/** The same for hand-written queries in which the application has the alias `a`. */
export const clientIdOfNamed = sql<string>`coalesce(a."authorization" ->> 'clientId', a.id)`
