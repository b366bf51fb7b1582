/** Changes for the audit log: calls that change something and succeeded, or were refused for the role of their caller. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { changes, type Endpoint } from '../../shared/api/endpoint.ts'
import { cutText } from '../../shared/domain/cut-text.ts'
import type { Caller } from '../machine/identity/caller.ts'

export interface Change {
  caller: Caller
  /** Id of the endpoint. */
  action: string
  /** Ids or names of the objects, by the names of their parameters; never a secret. */
  object: Readonly<Record<string, string>>
  /** The network address, for entries about signing in. */
  address?: string | null
}

export interface ChangeLog {
  refused(change: Change): Promise<void>
  /** Stores the entry with the first change of `work`; `objectOf` reads the answer. Work that fails has no entry. */
  around<T>(change: Change, work: () => Promise<T>, objectOf: (answer: T) => Change['object']): Promise<T>
}

type Named = { object: Change['object'] | null }

const present = new AsyncLocalStorage<Named>()

/**
 * Calls `work`, which may name its object before it is stored; the returned function reads what it has named. An entry that has its
 * object from the start is not changed once the answer is there.
 */
export function namingObject<T>(work: (named: () => Change['object'] | null) => Promise<T>): Promise<T> {
  const named: Named = { object: null }
  return present.run(named, () => work(() => named.object))
}

/** Names the ids that the answer will have, in their order. */
export function nameObject(object: Change['object']): void {
  const named = present.getStore()
  if (named) named.object = object
}

/** Inference by the token of a deployment changes nothing, and is frequent. */
export const isChange = (endpoint: Endpoint): boolean => changes(endpoint) && endpoint.role !== undefined

const MAX_LENGTH = 200
const ID = /^(id|[a-z_]+_id)$/
const OF_THE_CALLER = ['organization_id', 'user_id']

/** The parameters of the path, and the ids in the reply. */
export function objectOf(params: unknown, answer: unknown): Record<string, string> {
  const named = Object.entries({ ...idsOf(answer), ...(params as Record<string, string>) })
  return Object.fromEntries(named.map(([name, value]) => [name, cutText(value, MAX_LENGTH)]))
}

/** The ids of the object itself or else of the only object in it, such as the endpoint beside its secret. */
function idsOf(answer: unknown): Record<string, string> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return {}
  const fields = Object.entries(answer)
  const ids = fields.filter(([name, v]) => ID.test(name) && !OF_THE_CALLER.includes(name) && typeof v === 'string')
  if (ids.length > 0) return Object.fromEntries(ids)
  const [inner, ...others] = fields.map(([, v]) => v).filter((v) => typeof v === 'object' && v !== null)
  return others.length === 0 && inner !== undefined && 'id' in inner ? { id: String(inner.id) } : {}
}
