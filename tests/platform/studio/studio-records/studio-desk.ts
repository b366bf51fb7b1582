/** The Studio’s records of two members and a viewer, over real HTTP. */
import type { Role } from '../../../../src/shared/api/endpoint.ts'
import type { Batch } from '../../../../src/shared/domain/batch.ts'
import type { RunLabels } from '../../../../src/shared/domain/run-labels.ts'
import type { Truth } from '../../../../src/shared/domain/truth.ts'
import type { Graph } from '../../../../src/shared/graph/graph.ts'
import type { Answer, Harness } from '../../support/harness.ts'
import { addMember } from '../../support/people.ts'

const ROLE = { ada: 'member', ben: 'member', vic: 'viewer' } as const satisfies Record<string, Role>
export type Name = keyof typeof ROLE

export interface Person {
  id: string
  key: string
}

export async function createPeople(h: Harness): Promise<Record<Name, Person>> {
  const made: [string, Person][] = []
  for (const [name, role] of Object.entries(ROLE)) {
    const { user_id: id } = await addMember(h, `${name}@example.com`, role)
    made.push([name, { id, key: await h.platform.createKey(role, { userId: id }) }])
  }
  return Object.fromEntries(made) as Record<Name, Person>
}

/** A record of any kind, as tests read it. */
export interface AnyRecord<T = unknown> {
  id: string
  owner_id: string | null
  owner_name: string | null
  is_own: boolean
  visibility: string
  revision: string
  value: T
}

export interface AnyList<T = unknown> {
  data: T[]
  pagination: { total: number; has_more: boolean }
}

/** Calls at one place of the API with one key. */
export function callsAt<T extends { id: string } = AnyRecord>(h: Harness, path: string, key: string) {
  const based = (revision?: string): Record<string, string> =>
    revision === undefined ? {} : { 'if-match': `"${revision}"` }
  return {
    list: async (query = ''): Promise<T[]> => (await h.api<AnyList<T>>('GET', `${path}${query}`, { key })).body.data,
    page: async (query = ''): Promise<AnyList<T>> => (await h.api<AnyList<T>>('GET', `${path}${query}`, { key })).body,
    create: (body: object): Promise<Answer<T>> => h.api<T>('POST', path, { key, body }),
    get: (id: string): Promise<Answer<T>> => h.api<T>('GET', `${path}/${id}`, { key }),
    update: (id: string, body: object, revision?: string): Promise<Answer<T>> =>
      h.api<T>('PATCH', `${path}/${id}`, { key, body, headers: based(revision) }),
    delete: (id: string, revision?: string): Promise<Answer<T>> =>
      h.api<T>('DELETE', `${path}/${id}`, { key, headers: based(revision) }),
  }
}

/** The status and the code of a refused call. */
export const refusal = async (call: Promise<Answer<unknown>>): Promise<[number, string | undefined]> => {
  const { status, body } = await call
  return [status, (body as { error?: { code: string } }).error?.code]
}

export const batchOf = (part: Partial<Batch> = {}): Batch => ({
  id: crypto.randomUUID(),
  workflow_id: 'w-1',
  workflow_name: 'Gate',
  created_at: '2026-03-04T10:00:00.000Z',
  items: [],
  ...part,
})

export const truthOf = (part: Partial<Truth> = {}): Truth => ({
  format: 'sightline-truth',
  version: 1,
  media: { sha256: newHash(), name: 'street.mp4' },
  places: [],
  ...part,
})

export const newHash = (): string => `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '')

export const labelsOf = (run_id: string, note: string | null = null): RunLabels => ({
  run_id,
  name: 'Night',
  tags: ['rain'],
  note,
})

export const filterGraph = (min_confidence: number): Graph => ({
  version: 1,
  nodes: [{ id: 'filter-1', type: 'filter', config: { min_confidence } }],
  edges: [],
})

export const sourceGraph = (gcs_uri: string): Graph => ({
  version: 1,
  nodes: [{ id: 'src', type: 'source', config: { kind: 'video', gcs_uri } }],
  edges: [],
})
