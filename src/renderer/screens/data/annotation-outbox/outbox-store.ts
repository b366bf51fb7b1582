/**
 * Operations that the server has not answered yet, in IndexedDB, so that a reload or a crash loses none. All tabs of a
 * browser share them; those of another server or person have another scope and are left alone.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { AnnotationOperation, EditResult, FieldConflict } from '../../../../shared/api/image-annotations.ts'

export interface StoredOperation {
  /** The key in the store, which numbers the operations in their order; given by the store. */
  position?: number
  scope: string
  imageId: string
  operation: AnnotationOperation
  /** The request that it was sent in; it is repeated as a whole. Empty until it is sent. */
  request: string
}

/** An answered request. */
interface Answered {
  /** Least and greatest base of its operations. */
  from: number
  last: number
  /** The revision after it. */
  to: number
  /** Annotations whose operations were carried out. */
  ids: string[]
}

/**
 * The base of an operation that was made while earlier ones of the same page were on their way. The answer to those has a
 * newer revision, whose changes are the page's own: without the newer base, the server would take them for another
 * person's, and report a conflict of a person with herself.
 * @param answered the earlier requests for the image, in their order
 */
function rebased(operation: AnnotationOperation, answered: readonly Answered[]): AnnotationOperation {
  let base = operation.base_revision
  if (base === undefined || base === null) return operation
  for (const { from, last, to, ids } of answered) {
    if (base < from || base >= to) continue
    // Nobody else changed the image between: the new revision differs from the base by the page's own changes alone.
    const isOwnAlone = base === last && to === last + 1
    if (isOwnAlone || ids.includes(operation.id)) base = to
  }
  return { ...operation, base_revision: base }
}

/** An operation that was not carried out as a whole: another person's value was kept, or the server refused it. */
export interface Unresolved {
  opId: string
  scope: string
  imageId: string
  annotationId: string
  action: AnnotationOperation['action']
  /** The values of both; empty for a refusal. */
  conflicts: FieldConflict[]
  /** The reason of a refusal. */
  problem: string | null
}

interface Schema extends DBSchema {
  operations: { key: number; value: StoredOperation; indexes: { scope: string; image: [string, string] } }
  unresolved: { key: string; value: Unresolved; indexes: { image: [string, string] } }
  answers: { key: [string, string]; value: { scope: string; imageId: string; answered: Answered[] } }
}

export interface Request {
  id: string
  imageId: string
  operations: AnnotationOperation[]
}

/** The most operations in one request, which is the API's limit. */
const MOST_SENT = 500
/** Earlier answers of an image that still tell the base of an operation. */
const MOST_ANSWERS = 50
const VERSION = 1

export class OutboxStore {
  readonly #db: Promise<IDBPDatabase<Schema>>
  readonly #scope: string

  /** @param scope the server and the person whose operations these are */
  constructor(scope: string, name = 'sightline-annotations') {
    this.#scope = scope
    this.#db = openDB<Schema>(name, VERSION, {
      upgrade(db) {
        const operations = db.createObjectStore('operations', { keyPath: 'position', autoIncrement: true })
        operations.createIndex('scope', 'scope')
        operations.createIndex('image', ['scope', 'imageId'])
        const unresolved = db.createObjectStore('unresolved', { keyPath: 'opId' })
        unresolved.createIndex('image', ['scope', 'imageId'])
        db.createObjectStore('answers', { keyPath: ['scope', 'imageId'] })
      },
    })
    // A browser without storage rejects each call below; this promise alone must not count as unhandled.
    this.#db.catch(() => {})
  }

  /** Resolves when the operations are on the disk. */
  async add(imageId: string, operations: readonly AnnotationOperation[]): Promise<void> {
    const tx = (await this.#db).transaction('operations', 'readwrite', { durability: 'strict' })
    for (const operation of operations) {
      void tx.store.add({ scope: this.#scope, imageId, operation, request: '' })
    }
    await tx.done
  }

  async operationsOf(imageId: string): Promise<AnnotationOperation[]> {
    const rows = await (await this.#db).getAllFromIndex('operations', 'image', [this.#scope, imageId])
    return rows.map(({ operation }) => operation)
  }

  async unresolvedOf(imageId: string): Promise<Unresolved[]> {
    return (await this.#db).getAllFromIndex('unresolved', 'image', [this.#scope, imageId])
  }

  async resolve(opId: string): Promise<void> {
    await (await this.#db).delete('unresolved', opId)
  }

  /**
   * The next operations to send, all of one image; null when there are none. A request whose answer never came is
   * returned again with the same operations, so that later ones are never mixed with repeated ones.
   */
  async nextRequest(): Promise<Request | null> {
    const tx = (await this.#db).transaction(['operations', 'answers'], 'readwrite')
    const operations = tx.objectStore('operations')
    const rows = await operations.index('scope').getAll(this.#scope, 4 * MOST_SENT)
    const first = rows[0]
    if (!first) return null
    const { imageId } = first
    const id = first.request || crypto.randomUUID()
    const chosen = rows.filter((row) => row.imageId === imageId && row.request === first.request).slice(0, MOST_SENT)
    const answered = (await tx.objectStore('answers').get([this.#scope, imageId]))?.answered ?? []
    for (const row of chosen) {
      if (row.request === '') row.operation = rebased(row.operation, answered)
      row.request = id
      void operations.put(row)
    }
    await tx.done
    return { id, imageId, operations: chosen.map(({ operation }) => operation) }
  }

  /** Removes the operations of an answered request, and keeps what was not carried out. */
  async settle(request: Request, result: EditResult): Promise<void> {
    const tx = (await this.#db).transaction(['operations', 'answers', 'unresolved'], 'readwrite')
    const operations = tx.objectStore('operations')
    for (const { request: id, position } of await operations.index('image').getAll([this.#scope, request.imageId])) {
      if (id === request.id && position !== undefined) await operations.delete(position)
    }
    const answers = tx.objectStore('answers')
    const answered = (await answers.get([this.#scope, request.imageId]))?.answered ?? []
    const bases = request.operations.map(({ base_revision }) => base_revision ?? 0)
    const done = result.results.filter(({ status }) => status === 'applied' || status === 'unchanged')
    const answer = { from: Math.min(...bases), last: Math.max(...bases), to: result.revision }
    answered.push({ ...answer, ids: [...new Set(done.map(({ id }) => id))] })
    await answers.put({
      scope: this.#scope,
      imageId: request.imageId,
      answered: answered.slice(-MOST_ANSWERS),
    })
    const actions = new Map(request.operations.map(({ op_id, action }) => [op_id, action]))
    for (const { op_id, id, status, conflicts, problem } of result.results) {
      if (status !== 'conflict' && status !== 'refused') continue
      const action = actions.get(op_id) ?? 'update'
      void tx.objectStore('unresolved').put({
        opId: op_id,
        scope: this.#scope,
        imageId: request.imageId,
        annotationId: id,
        action,
        conflicts,
        problem,
      })
    }
    await tx.done
  }

  async close(): Promise<void> {
    ;(await this.#db).close()
  }
}
