/**
 * Statements that belong to a piece of work, such as its entry in the audit log: they are executed in the transaction of
 * its first change, so that a crash loses neither or both. A change that is no transaction becomes one.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely'

type State = 'pending' | 'claimed' | 'stored' | 'over'

interface Piece {
  readonly statements: () => readonly CompiledQuery[]
  state: State
}

/** The pieces of work that contain each other, the outermost first. */
export type Pieces = readonly Piece[]

const current = new AsyncLocalStorage<Pieces>()

export const presentPieces = (): Pieces => current.getStore() ?? []

export interface Outcome<T> {
  value: T
  /** False when the work has changed nothing, or only in another asynchronous context: the statements are not executed. */
  isStored: boolean
}

/**
 * `statements` is called when they are executed. Work that fails after its first change has stored the statements: `onFailure` is
 * called then.
 */
export async function withFirstChange<T>(
  statements: () => readonly CompiledQuery[],
  work: () => Promise<T>,
  onFailure: (error: unknown) => Promise<void>,
): Promise<Outcome<T>> {
  const piece: Piece = { statements, state: 'pending' }
  try {
    const value = await current.run([...presentPieces(), piece], work)
    return { value, isStored: piece.state === 'stored' }
  } catch (error) {
    if (piece.state === 'stored') await onFailure(error)
    throw error
  } finally {
    // Work that continues in the background changes nothing in the name of this piece.
    piece.state = 'over'
  }
}

/** Changes of the installation rather than of the work that happens to need them first, such as a data key. */
export const apartFromPieces = <T>(work: () => Promise<T>): Promise<T> => current.exit(work)

/** Changes of several callers at once: each of their pieces is stored with the first one. */
export const withPieces = <T>(pieces: Pieces, work: () => Promise<T>): Promise<T> => current.run(pieces, work)

/** Claimed, so that of two simultaneous changes only one executes them. */
function claim(): Pieces {
  const claimed = presentPieces().filter(({ state }) => state === 'pending')
  for (const piece of claimed) piece.state = 'claimed'
  return claimed
}

function settle(pieces: Pieces, state: 'pending' | 'stored'): void {
  for (const piece of pieces) if (piece.state === 'claimed') piece.state = state
}

const CHANGES = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']
const isChange = ({ query, sql }: CompiledQuery): boolean =>
  CHANGES.includes(query.kind) || (query.kind === 'RawNode' && /^\s*(insert|update|delete)\b/i.test(sql))
const hasChanged = ({ numAffectedRows, rows }: QueryResult<unknown>): boolean =>
  (numAffectedRows ?? BigInt(rows.length)) > 0n

/** A connection that executes the last statements of a transaction and commits it with one message to its database. */
export interface EndingConnection extends DatabaseConnection {
  commitAfter(statements: readonly CompiledQuery[]): Promise<void>
}

const isEnding = (connection: DatabaseConnection): connection is EndingConnection => 'commitAfter' in connection

/** Executes work again when it fails for another transaction. */
export type Repeat = <T>(work: () => Promise<T>) => Promise<T>

/** The dialect, whose connections execute such statements. `repeat`: for a change that becomes a transaction by that. */
export function withFirstChanges(dialect: Dialect, repeat: Repeat = (work) => work()): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => new FirstChangeDriver(dialect.createDriver(), repeat),
  }
}

class FirstChangeDriver implements Driver {
  readonly #driver: Driver
  readonly #repeat: Repeat
  constructor(driver: Driver, repeat: Repeat) {
    this.#driver = driver
    this.#repeat = repeat
  }
  init(): Promise<void> {
    return this.#driver.init()
  }
  async acquireConnection(): Promise<FirstChangeConnection> {
    return new FirstChangeConnection(await this.#driver.acquireConnection(), this.#driver, this.#repeat)
  }
  beginTransaction(connection: FirstChangeConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings)
  }
  commitTransaction(connection: FirstChangeConnection): Promise<void> {
    return connection.commit()
  }
  rollbackTransaction(connection: FirstChangeConnection): Promise<void> {
    return connection.rollback()
  }
  releaseConnection(connection: FirstChangeConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.inner)
  }
  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

class FirstChangeConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #driver: Driver
  readonly #repeat: Repeat
  #isInTransaction = false
  #hasChanged = false

  constructor(inner: DatabaseConnection, driver: Driver, repeat: Repeat) {
    this.inner = inner
    this.#driver = driver
    this.#repeat = repeat
  }

  async begin(settings: TransactionSettings): Promise<void> {
    this.#hasChanged = false
    await this.#driver.beginTransaction(this.inner, settings)
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    const pieces = this.#hasChanged ? claim() : []
    try {
      await this.#commitWith(pieces)
    } catch (error) {
      settle(pieces, 'pending')
      throw error
    }
    this.#isInTransaction = false
    settle(pieces, 'stored')
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false
    await this.#driver.rollbackTransaction(this.inner)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) {
      const result = await this.inner.executeQuery<Row>(query)
      if (isChange(query) && hasChanged(result)) this.#hasChanged = true
      return result
    }
    if (!isChange(query)) return this.inner.executeQuery<Row>(query)
    return this.#repeat(() => {
      const pieces = claim()
      return pieces.length === 0 ? this.inner.executeQuery<Row>(query) : this.#together(query, pieces)
    })
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize)
  }

  async #together<Row>(query: CompiledQuery, pieces: Pieces): Promise<QueryResult<Row>> {
    let isBegun = false
    try {
      await this.#driver.beginTransaction(this.inner, {})
      isBegun = true
      const result = await this.inner.executeQuery<Row>(query)
      const changed = hasChanged(result)
      await this.#commitWith(changed ? pieces : [])
      settle(pieces, changed ? 'stored' : 'pending')
      return result
    } catch (error) {
      settle(pieces, 'pending')
      if (isBegun) await this.#driver.rollbackTransaction(this.inner).catch(() => undefined)
      throw error
    }
  }

  async #commitWith(pieces: Pieces): Promise<void> {
    const statements = pieces.flatMap((piece) => piece.statements())
    if (isEnding(this.inner)) return this.inner.commitAfter(statements)
    for (const statement of statements) await this.inner.executeQuery(statement)
    await this.#driver.commitTransaction(this.inner)
  }
}
