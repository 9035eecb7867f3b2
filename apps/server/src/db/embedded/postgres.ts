/** A PostgreSQL that accepts connections. */
export type Postgres = {
  /** Contains the password: never log it. */
  connectionString: string
  /** The location without the password, for the start message. */
  location: string
  /** Calls the listener when PostgreSQL was restarted at another address. */
  onMoved(listener: (connectionString: string) => void): void
  /** Stops PostgreSQL if this process has started it. May be called twice. */
  close(): Promise<void>
}
