export interface PostgresServer {
  /** Names the database `postgres`. */
  url: string
  /** Ends the server as a crash does; its data stay. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** The reason why no server can be started; null when one can. */
export function whyNoPostgres(): string | null
/** Installs PostgreSQL where there is none and packages can be installed. Returns the reason why there still is none, or null. */
export function ensurePostgres(): string | null
export function startPostgres(options?: { isDurable?: boolean }): Promise<PostgresServer>
