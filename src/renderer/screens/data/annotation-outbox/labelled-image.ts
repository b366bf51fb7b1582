/**
 * The annotations of an open image: those of the server with the operations that it has not answered yet. The same
 * operations are applied again after a reload, because they are stored.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ImageAnnotations } from '../../../../shared/api/annotations.ts'
import type { AnnotationOperation } from '../../../../shared/api/image-annotations.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { type Fields, isRejected, type Labelled, type Operation } from '../labelling/document/document.ts'
import { applied } from '../labelling/document/operations.ts'
import type { Answer, Outbox } from './outbox.ts'
import type { Unresolved } from './outbox-store.ts'

export interface LabelledImageState {
  /** Undefined until they have been read. */
  annotations: readonly Labelled[] | undefined
  revision: number
  /** Operations that the server has not answered yet. */
  waiting: number
  /** True while operations are on their way to the disk of this computer. */
  storing: boolean
  unresolved: readonly Unresolved[]
  /** The reason why the annotations could not be read, or an operation could not be stored. */
  error: string | null
}

const NOTHING_READ: LabelledImageState = {
  annotations: undefined,
  revision: 0,
  waiting: 0,
  storing: false,
  unresolved: [],
  error: null,
}

const GEOMETRIES: readonly string[] = ['bounding_box', 'polygon', 'polyline', 'keypoint']
/** Values that stand for the lack of one where the API takes no null. */
const CLEARED: Readonly<Record<string, unknown>> = { review: 'none', occluded: false, outside: false }

/** @param baseRevision the revision of the annotations that the operation changes */
function wireOperation(operation: Operation, baseRevision: number): AnnotationOperation {
  const { id, action } = operation
  const wire = { op_id: crypto.randomUUID(), id, base_revision: baseRevision }
  if (action === 'delete') return { ...wire, action }
  return { ...wire, action, fields: wireFields(operation.fields) }
}

/** A new geometry replaces the one of another type, so that the latter is left out. */
function wireFields(fields: Fields | Omit<Labelled, 'id'>): AnnotationOperation['fields'] {
  const entries = Object.entries(fields).flatMap(([field, value]) => {
    if (value === undefined || (value === null && GEOMETRIES.includes(field))) return []
    return [[field, value === null && field in CLEARED ? CLEARED[field] : value]]
  })
  return Object.fromEntries(entries)
}

/** The same operation for the canvas: fields that the API clears are removed. */
function canvasOperation({ id, action, fields = {} }: AnnotationOperation): Operation {
  if (action === 'delete') return { action, id }
  if (action === 'create') return { action, id, fields: { confidence: null, ...fields } as Omit<Labelled, 'id'> }
  const changes: Record<string, unknown> = { ...fields }
  const given = GEOMETRIES.find((name) => changes[name] !== undefined)
  // Only one geometry is left when the type changes.
  if (given !== undefined) for (const name of GEOMETRIES) if (name !== given) changes[name] = null
  return { action, id, fields: changes as Fields }
}

export class LabelledImage {
  readonly state: StoreApi<LabelledImageState> = createStore<LabelledImageState>()(() => NOTHING_READ)
  readonly #imageId: string
  readonly #outbox: Outbox
  readonly #read: () => Promise<ImageAnnotations>
  #base: readonly Labelled[] = []
  /** Annotations that were rejected on this page: the server lists them no more, and undo brings them back. */
  readonly #rejected = new Map<string, Labelled>()
  /** In the order of their creation. */
  #pending = new Map<string, AnnotationOperation>()
  /** Revisions of the answers to operations whose effect is not in the base yet. */
  readonly #answered = new Map<string, number>()
  #newest = 0
  #storing = 0
  #reading: Promise<void> | null = null

  constructor(imageId: string, outbox: Outbox, read: () => Promise<ImageAnnotations>) {
    this.#imageId = imageId
    this.#outbox = outbox
    this.#read = read
  }

  /** Reads the annotations and follows the answers. Returns a function that ends it and sends what waits. */
  open(): () => void {
    const stopAnswers = this.#outbox.onAnswer((answer) => this.#take(answer))
    const stopResolved = this.#outbox.onResolved((imageId) => {
      if (imageId === this.#imageId) void this.#readUnresolved()
    })
    void this.reload()
    return () => {
      stopAnswers()
      stopResolved()
      this.#outbox.flush()
    }
  }

  /** Takes the operations of a finished gesture: they count at once, and are stored and sent. */
  emit(operations: readonly Operation[]): void {
    const { revision, annotations = [] } = this.state.getState()
    const shown = new Map(annotations.map((one) => [one.id, one]))
    const wires = operations.map((operation) => wireOperation(restoring(operation, shown), revision))
    for (const wire of wires) this.#pending.set(wire.op_id, wire)
    this.#storing++
    this.#show()
    this.#outbox
      .add(this.#imageId, wires)
      .catch((error) => this.state.setState({ error: errorText(error) }))
      .finally(() => {
        this.#storing--
        this.#show()
      })
  }

  async resolve(opId: string): Promise<void> {
    await this.#outbox.resolve(this.#imageId, opId)
  }

  /** Reads the annotations of the server, until they contain all answers received so far. */
  reload(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #readAll(): Promise<void> {
    try {
      do {
        // Stored operations first: one that is sent between is then known twice, and not missed.
        for (const operation of await this.#outbox.store.operationsOf(this.#imageId)) {
          if (!this.#pending.has(operation.op_id) && !this.#answered.has(operation.op_id))
            this.#pending.set(operation.op_id, operation)
        }
        const { annotations: read, revision } = await this.#read()
        const annotations = read.map(withOneOutline)
        if (revision < this.state.getState().revision) continue
        this.#keepRejected(annotations)
        this.#base = annotations
        this.#forget(revision)
        this.state.setState({ revision, error: null })
        this.#show()
      } while (this.state.getState().revision < this.#newest)
      await this.#readUnresolved()
    } catch (error) {
      this.state.setState({ error: errorText(error) })
    }
  }

  #keepRejected(annotations: readonly Labelled[]): void {
    for (const one of this.state.getState().annotations ?? []) if (isRejected(one)) this.#rejected.set(one.id, one)
    for (const { id } of annotations) this.#rejected.delete(id)
  }

  async #readUnresolved(): Promise<void> {
    this.state.setState({ unresolved: await this.#outbox.store.unresolvedOf(this.#imageId) })
  }

  /** Forgets operations whose effect the annotations of a revision have. */
  #forget(revision: number): void {
    for (const [opId, at] of this.#answered) if (at <= revision) this.#pending.delete(opId)
  }

  #take({ request, result }: Answer): void {
    if (request.imageId !== this.#imageId) return
    const { revision } = this.state.getState()
    for (const { op_id } of request.operations) this.#answered.set(op_id, result.revision)
    this.#newest = Math.max(this.#newest, result.revision)
    const isPlain = result.results.every(
      ({ status, id, repeated, revived }, i) =>
        status === 'applied' && !repeated && !revived && id === request.operations[i]?.id,
    )
    // The server completes a review with further fields.
    const isReview = request.operations.some(({ fields }) => fields?.review !== undefined)
    const isKnown = request.operations.every(({ op_id }) => this.#pending.has(op_id))
    if (isPlain && isKnown && !isReview && result.revision === revision + 1) {
      this.#base = withOperations(this.#base, request.operations)
      this.#forget(result.revision)
      this.state.setState({ revision: result.revision })
      this.#show()
    } else {
      this.#show()
      void this.#catchUp()
    }
  }

  /** A reading that has begun before an answer may end without it. */
  async #catchUp(): Promise<void> {
    await this.reload()
    const isBehind = [...this.#answered.keys()].some((opId) => this.#pending.has(opId))
    if (isBehind && this.state.getState().error === null) await this.reload()
    await this.#readUnresolved()
  }

  #show(): void {
    const open = [...this.#pending.values()]
    this.state.setState({
      annotations: withOperations([...this.#base, ...this.#rejected.values()], open),
      waiting: open.filter(({ op_id }) => !this.#answered.has(op_id)).length,
      storing: this.#storing > 0,
    })
  }
}

/** The server adds the rectangle around other outlines; the canvas draws one outline. */
export function withOneOutline(annotation: Labelled): Labelled {
  if (annotation.type === 'bbox' || annotation.bounding_box === undefined) return annotation
  const { bounding_box: _, ...outline } = annotation
  return outline
}

/** The operation with what undo of a review needs: the server has changed more than the review. */
function restoring(operation: Operation, shown: ReadonlyMap<string, Labelled>): Operation {
  const found = shown.get(operation.id)
  if (operation.action !== 'update' || !found) return operation
  const { id, ...before } = found
  // The server has no rejected annotation any more: a change of one creates it again.
  if (isRejected(found))
    return { action: 'create', id, fields: { ...before, ...operation.fields } as Omit<Labelled, 'id'> }
  const { origin, confidence } = found
  if (operation.fields.review !== 'pending' || confidence !== null || origin?.confidence === undefined) return operation
  return { ...operation, fields: { ...operation.fields, confidence: origin.confidence } }
}

function withOperations(base: readonly Labelled[], operations: readonly AnnotationOperation[]): readonly Labelled[] {
  if (operations.length === 0) return base
  const byId = new Map(base.map((annotation) => [annotation.id, annotation]))
  for (const operation of operations.map(canvasOperation)) {
    const found = byId.get(operation.id)
    if (operation.action === 'create' && found && isRejected(found)) byId.delete(operation.id)
    applied(byId, [operation])
  }
  return [...byId.values()]
}
