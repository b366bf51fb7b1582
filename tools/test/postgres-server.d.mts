export interface PostgresServer {
  /** Names the database `postgres`. */
  url: string
  /** Ends the server as a crash does; its data stay. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

export function whyNoPostgres(): string | null
export function startPostgres(options?: { isDurable?: boolean }): Promise<PostgresServer>
