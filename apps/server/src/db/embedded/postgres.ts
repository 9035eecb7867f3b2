/** A PostgreSQL that takes connections. */
export type Postgres = {
  /** Holds the password: not for a log. */
  connectionString: string
  /** Where it is, for the start message: without the password. */
  location: string
  /** It has been started again, at another address. */
  onMoved(listener: (connectionString: string) => void): void
  /** Stops it when it was started for us; may be called twice. */
  close(): Promise<void>
}
