/** Messages between the platform and the threads that execute its SQL. */

export interface Statement {
  sql: string
  parameters: readonly unknown[]
  /** Whether it fails, without being executed, when the one before it in its message has failed. */
  isChained: boolean
}

/** `columns`: their names, separated by line breaks: one text is copied faster between threads than a list. */
export interface Selected {
  columns: string
  rows: unknown[][]
}

export interface Changed {
  changes: number
  insertId: number | bigint
}

export interface Failed {
  failed: { message: string; code: string | null }
}

export type Outcome = Selected | Changed | Failed

/** The outcomes arrive in the order of the statements, in one reply or in several. Null closes the connection. */
export type ToThread = readonly Statement[] | null
export type FromThread = readonly Outcome[]

export interface ThreadSettings {
  /** Absolute path of the database file, which exists. */
  path: string
  /** True for a connection that rejects changes. */
  isReader: boolean
}
