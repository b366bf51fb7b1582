/**
 * Merges the operations of a client with what others changed meanwhile. A unit that nobody else changed since the base of
 * the operation gets its value; of one that someone else changed, the value on the server stays, and the operation
 * reports both. An edit beats a deletion, in either order.
 */
import type { NewAnnotation } from '../../../shared/api/annotations.ts'
import type { AnnotationOperation, FieldConflict, OperationResult } from '../../../shared/api/image-annotations.ts'
import type { Annotation } from '../../../shared/domain/annotation.ts'
import { type Message, message, saidOf } from '../../../shared/messages/message.ts'
import { changedUnits, isEqualUnit, type Units, unitOf, unitsOf, withUnits } from './annotation-units.ts'

export type Fields = Omit<Annotation, 'id'>

export interface MergeContext {
  /** The annotations that the operations name, by id; changed by the merge. */
  current: Map<string, Fields>
  /** An annotation at the base of an operation; null when it was not there, undefined when that is not known any more. */
  baseOf(operation: AnnotationOperation): Fields | null | undefined
  /** The last state of an annotation that was deleted since the base of an operation; null for any other. */
  deletedSince(operation: AnnotationOperation): Fields | null
  /** The reason why an annotation can't be stored; null when it can. */
  problemOf(id: string, fields: NewAnnotation): Message | null
  /** Annotations that can still be created. */
  room: number
}

export interface Merged {
  results: OperationResult[]
  /** Ids of annotations that a review rejected. */
  rejected: Set<string>
  /** Ids of annotations that are new, and not brought back. */
  created: Set<string>
}

export function mergeOperations(operations: readonly AnnotationOperation[], context: MergeContext): Merged {
  const { current } = context
  /** Values of these operations: later ones are based on them. */
  const own = new Map<string, Units>()
  const merged: Merged = { results: [], rejected: new Set(), created: new Set() }
  let { room } = context

  const note = (id: string, units: Units) => {
    const known = own.get(id) ?? new Map()
    for (const [unit, value] of units) known.set(unit, value)
    own.set(id, known)
  }

  /** Whether someone else changed the unit since the base; `there`: its value now. */
  function isForeign(operation: AnnotationOperation, unit: string, there: unknown): boolean {
    const known = own.get(operation.id)
    if (merged.created.has(operation.id)) return false
    if (known?.has(unit)) return !isEqualUnit(unit, known.get(unit), there)
    const base = context.baseOf(operation)
    return base == null || !isEqualUnit(unit, unitOf(base, unit), there)
  }

  const foreignUnits = (operation: AnnotationOperation, there: Fields): FieldConflict[] => {
    const base = context.baseOf(operation)
    const names = new Set([...unitsOf(there).keys(), ...(base ? unitsOf(base).keys() : [])])
    return [...names]
      .filter((unit) => isForeign(operation, unit, unitOf(there, unit)))
      .map((unit) => ({ field: unit, kept: unitOf(there, unit), yours: null }))
  }

  function create(operation: AnnotationOperation): OperationResult {
    const { id, fields = {} } = operation
    const units = changedUnits(fields, undefined)
    if (units.get('review') === 'rejected') return { ...applied(operation), status: 'unchanged' }
    const created = withUnits({ confidence: null } as Fields, units)
    if (room <= 0) return refused(operation, message('annotations.too_many', { most: MOST }))
    const problem = context.problemOf(id, created)
    if (problem) return refused(operation, problem)
    room--
    current.set(id, created)
    note(id, units)
    merged.created.add(id)
    return applied(operation)
  }

  function update(operation: AnnotationOperation, there: Fields, revived: boolean): OperationResult {
    const { id, fields = {} } = operation
    const conflicts: FieldConflict[] = []
    const changes: Units = new Map()
    for (const [unit, yours] of changedUnits(fields, there.type)) {
      const kept = unitOf(there, unit)
      if (isEqualUnit(unit, kept, yours)) continue
      if (isForeign(operation, unit, kept)) conflicts.push({ field: unit, kept, yours })
      else changes.set(unit, yours)
    }
    // What was corrected meanwhile is not what was rejected.
    if (changes.get('review') === 'rejected') {
      const edits = foreignUnits(operation, there)
      if (edits.length > 0) {
        changes.delete('review')
        conflicts.push({ field: 'review', kept: unitOf(there, 'review'), yours: 'rejected' })
      }
    }
    const isCorrection = changes.has('geometry') || changes.has('name')
    if (isCorrection && there.review === 'pending' && fields.review === undefined) changes.set('review', 'corrected')
    if (changes.size === 0 && !(revived && conflicts.length === 0)) {
      return { ...applied(operation), status: conflicts.length > 0 ? 'conflict' : 'unchanged', conflicts }
    }
    if (isReviewed(changes.get('review'))) setConfidenceAside(there, changes)
    const next = withUnits(there, changes)
    const problem = revived && room <= 0 ? message('annotations.too_many', { most: MOST }) : context.problemOf(id, next)
    if (problem) return refused(operation, problem)
    if (revived) room--
    note(id, changes)
    if (next.review === 'rejected') {
      current.delete(id)
      merged.rejected.add(id)
      room++
    } else {
      current.set(id, next)
      merged.rejected.delete(id)
    }
    return { ...applied(operation), status: conflicts.length > 0 ? 'conflict' : 'applied', conflicts, revived }
  }

  function remove(operation: AnnotationOperation, there: Fields): OperationResult {
    const edits = foreignUnits(operation, there)
    if (edits.length > 0) return { ...applied(operation), status: 'conflict', conflicts: edits }
    current.delete(operation.id)
    merged.created.delete(operation.id)
    room++
    return applied(operation)
  }

  function resultOf(operation: AnnotationOperation): OperationResult {
    const there = current.get(operation.id)
    if (operation.action === 'delete') {
      return there ? remove(operation, there) : { ...applied(operation), status: 'unchanged' }
    }
    if (there) return update(operation, there, false)
    if (operation.action === 'create') return create(operation)
    const deleted = context.deletedSince(operation)
    if (deleted) return update(operation, deleted, true)
    return refused(operation, message('annotations.missing', { id: operation.id }))
  }

  for (const operation of operations) merged.results.push(resultOf(operation))
  return merged
}

const isReviewed = (review: unknown): boolean => review === 'accepted' || review === 'corrected'

/** A person is sure of what a model found: its confidence moves to the origin. */
function setConfidenceAside({ origin, confidence }: Fields, changes: Units): void {
  if (origin?.source !== 'model' || confidence === null || changes.has('confidence') || changes.has('origin')) return
  changes.set('confidence', null)
  changes.set('origin', { ...origin, confidence })
}

/** The most annotations of an image: as many as a save takes. */
const MOST = 10_000

const applied = ({ op_id, id }: AnnotationOperation): OperationResult => ({
  op_id,
  id,
  status: 'applied',
  conflicts: [],
  revived: false,
  similar_to: [],
  problem: null,
  repeated: false,
})

function refused(operation: AnnotationOperation, problem: Message): OperationResult {
  const { message: sentence, text } = saidOf(problem)
  return { ...applied(operation), status: 'refused', problem: sentence, ...(text && { text }) }
}
