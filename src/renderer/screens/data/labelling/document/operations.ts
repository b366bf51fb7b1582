/** Applies operations to annotations by id, and returns the operations that revert them. */
import type { Fields, Labelled, Operation } from './document.ts'

export interface Applied {
  /** The operations that changed something, with only the fields that changed. */
  done: Operation[]
  /** The inverse operations, in the order in which they revert the change. */
  inverse: Operation[]
}

type Values = Record<string, unknown>

/**
 * Changes `byId`. An operation on an annotation that is missing, or a creation of one that exists, does nothing: another
 * person may have deleted or restored it.
 */
export function applied(byId: Map<string, Labelled>, operations: readonly Operation[]): Applied {
  const result: Applied = { done: [], inverse: [] }
  for (const operation of operations) {
    const step = applyOne(byId, operation)
    if (!step) continue
    result.done.push(step.done)
    result.inverse.unshift(step.inverse)
  }
  return result
}

function applyOne(byId: Map<string, Labelled>, operation: Operation): { done: Operation; inverse: Operation } | null {
  const { id } = operation
  const before = byId.get(id)
  switch (operation.action) {
    case 'create': {
      if (before) return null
      byId.set(id, { ...operation.fields, id })
      return { done: operation, inverse: { action: 'delete', id } }
    }
    case 'delete': {
      if (!before) return null
      byId.delete(id)
      const { id: _, ...fields } = before
      return { done: operation, inverse: { action: 'create', id, fields } }
    }
    case 'update': {
      if (!before) return null
      const { fields, inverse, after } = updated(before, operation.fields)
      if (Object.keys(fields).length === 0) return null
      byId.set(id, after)
      return { done: { action: 'update', id, fields }, inverse: { action: 'update', id, fields: inverse } }
    }
  }
}

function updated(before: Labelled, change: Fields): { fields: Fields; inverse: Fields; after: Labelled } {
  const after: Values = { ...before }
  const fields: Values = {}
  const inverse: Values = {}
  for (const [field, value] of Object.entries(change)) {
    const had = (before as Values)[field]
    // Confidence is the only field whose null is a value.
    const removes = value === null && field !== 'confidence'
    if (value === undefined || (removes ? had === undefined : isEqual(had, value))) continue
    fields[field] = value
    inverse[field] = had === undefined ? null : had
    if (removes) delete after[field]
    else after[field] = value
  }
  return { fields, inverse, after: after as Labelled }
}

/** Compares JSON values. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return keys.length === others.length && keys.every((key) => isEqual((a as Values)[key], (b as Values)[key]))
}
