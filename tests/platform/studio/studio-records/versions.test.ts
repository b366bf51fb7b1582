/** Versions of a workflow, over real HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StudioVersion } from '../../../../src/shared/api/studio-versions.ts'
import type { Graph } from '../../../../src/shared/graph/graph.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { callsAt, createPeople, filterGraph, type Name, type Person, refusal } from './studio-desk.ts'

let h: Harness
let time = Date.parse('2026-03-04T10:00:00.000Z')
let people: Record<Name, Person>
let workflow: string
beforeAll(async () => {
  h = await startHarness({ now: () => new Date(time) })
  people = await createPeople(h)
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  workflow = await h.createWorkflow(`Workflow ${crypto.randomUUID()}`)
})

const as = (name: Name, at = workflow) =>
  callsAt<StudioVersion>(h, `/studio/workflows/${at}/versions`, people[name].key)
const notesOf = (versions: readonly StudioVersion[]) => versions.map(({ note }) => note)

interface Part {
  kind?: StudioVersion['kind']
  note?: string | null
  graph?: Graph
  x?: number
}
const state = (confidence: number, { x = 0, ...part }: Part = {}) => ({
  kind: 'interval',
  note: null,
  graph: filterGraph(confidence),
  layout: { nodes: { 'filter-1': { x, y: 0 } } },
  ...part,
})
const named = (note: string, confidence: number) => state(confidence, { kind: 'named', note })

describe('versions of a workflow', () => {
  it('are listed newest first, with their changes, and read with their graph', async () => {
    const first = (await as('ada').create(state(0.1, { kind: 'begin' }))).body
    time += 60_000
    await as('ada').create(state(0.2, { kind: 'named', note: 'For the meeting', x: 50 }))
    const list = await as('ada').list()
    expect(list).toMatchObject([
      { kind: 'named', note: 'For the meeting', blocks: 1, changes: 2, is_own: true, owner_id: people.ada.id },
      { kind: 'begin', note: null, changes: null, graph_version: 1, visibility: 'me' },
    ])
    expect(list[0]).not.toHaveProperty('graph')
    const { body, headers } = await as('ada').get(first.id)
    expect(body).toMatchObject({ graph: filterGraph(0.1), layout: { nodes: { 'filter-1': { x: 0, y: 0 } } } })
    expect(headers.get('etag')).toBe(`"${body.revision}"`)
  })

  it('are not created when nothing changed, however defaults are written; a name goes to the existing one', async () => {
    const { id } = (await as('ada').create(state(0.1))).body
    const spelled = filterGraph(0.1)
    Object.assign(spelled.nodes[0] as object, { config: { keep_classes: [], min_confidence: 0.1 } })
    expect((await as('ada').create(state(0.1, { kind: 'run', graph: spelled }))).body.id).toBe(id)
    expect((await as('ada').create(named('A', 0.1))).body).toMatchObject({ id, note: 'A', kind: 'named' })
    await as('ada').create(named('B', 0.1))
    expect(notesOf(await as('ada').list())).toEqual(['B', 'A'])
  })

  it('keep their order when the clock was set back', async () => {
    await as('ada').create(named('first', 0.1))
    time -= 3_600_000
    await as('ada').create(named('second', 0.2))
    expect(notesOf(await as('ada').list())).toEqual(['second', 'first'])
  })

  it('keep the name that another window gave until this one has read it', async () => {
    const { id, revision } = (await as('ada').create(state(0.1))).body
    const theirs = (await as('ada').update(id, { note: 'Theirs' }, revision)).body
    expect(theirs).toMatchObject({ kind: 'named', note: 'Theirs' })
    expect(await refusal(as('ada').update(id, { note: 'Mine' }, revision))).toEqual([412, 'stale_revision'])
    expect(await refusal(as('ada').delete(id, revision))).toEqual([412, 'stale_revision'])
    // A client repeats a call whose response was lost.
    expect((await as('ada').update(id, { note: 'Theirs' }, revision)).body).toEqual(theirs)
    const mine = (await as('ada').update(id, { note: 'Mine' }, theirs.revision)).body
    expect((await as('ada').delete(id, mine.revision)).status).toBe(204)
    expect(await refusal(as('ada').get(id))).toEqual([404, 'not_found'])
    expect(await as('ada').list()).toEqual([])
  })

  it('recount their changes when the version before is deleted', async () => {
    const first = (await as('ada').create(state(0.1))).body
    const second = (await as('ada').create(state(0.2, { x: 10 }))).body
    const third = (await as('ada').create(state(0.2, { x: 20 }))).body
    expect((await as('ada').list()).map(({ changes }) => changes)).toEqual([1, 2, null])
    await as('ada').delete(second.id)
    expect((await as('ada').list()).map(({ id, changes }) => [id, changes])).toEqual([
      [third.id, 2],
      [first.id, null],
    ])
    await as('ada').delete(first.id)
    expect((await as('ada').list()).map(({ changes }) => changes)).toEqual([null])
  })

  it('that are kept at the same time are all kept, one after the other', async () => {
    await Promise.all([1, 2, 3, 4, 5].map((n) => as('ada').create(state(n / 10))))
    expect((await as('ada').list()).map(({ changes }) => changes)).toEqual([1, 1, 1, 1, null])
  })

  it('are a history of its own for each person, and are shared one by one', async () => {
    const { id } = (await as('ada').create(named('Hers', 0.1))).body
    // The same state is no version of his yet.
    expect((await as('ben').create(state(0.1))).body).toMatchObject({ is_own: true, changes: null })
    expect(notesOf(await as('ben').list())).toEqual([null])
    expect(await refusal(as('ben').get(id))).toEqual([404, 'not_found'])
    await as('ada').update(id, { visibility: 'organization' })
    expect(notesOf(await as('ben').list())).toEqual([null, 'Hers'])
    expect((await as('vic').get(id)).body).toMatchObject({ is_own: false, graph: filterGraph(0.1) })
    expect(await refusal(as('vic').update(id, { note: 'Mine' }))).toEqual([403, 'role_too_low'])
    expect(await refusal(as('vic').delete(id))).toEqual([403, 'role_too_low'])
    expect(await refusal(as('ben').update(id, { visibility: 'me' }))).toEqual([403, 'not_the_owner'])
    expect((await as('ben').update(id, { note: 'Ours' })).body).toMatchObject({ note: 'Ours', is_own: false })
    expect((await as('ben').delete(id)).status).toBe(204)
  })

  it('are deleted with their workflow, also those of others', async () => {
    await as('ada').create(state(0.1))
    await as('ben').create(state(0.2))
    await h.api('DELETE', `/workflows/${workflow}`)
    expect(await refusal(h.api('GET', `/studio/workflows/${workflow}/versions`))).toEqual([404, 'not_found'])
    const db = await openPlatformDatabase(h.dataDir)
    const left = db.selectFrom('studio_versions').select('id').where('workflow_id', '=', workflow)
    expect(await left.execute()).toEqual([])
    await db.destroy()
  })

  it('are addressed by the name of their workflow too, and by no other workflow', async () => {
    const { id } = (await as('ada').create(state(0.1))).body
    const name = (await h.api<{ name: string }>('GET', `/workflows/${workflow}`)).body.name
    expect((await as('ada', encodeURIComponent(name)).get(id)).status).toBe(200)
    expect(await refusal(as('ada', await h.createWorkflow(`${name} 2`)).get(id))).toEqual([404, 'not_found'])
  })

  it('of a newer Sightline are listed and left alone, and can be deleted', async () => {
    const { id } = (await as('ada').create(state(0.1))).body
    const db = await openPlatformDatabase(h.dataDir)
    await db.updateTable('studio_versions').set({ graph_version: 99 }).where('id', '=', id).execute()
    await db.destroy()
    expect(await refusal(as('ada').get(id))).toEqual([409, 'wrong_state'])
    expect((await as('ada').create(state(0.1))).body).toMatchObject({ changes: null })
    expect((await as('ada').list()).map(({ graph_version }) => graph_version)).toEqual([1, 99])
    expect((await as('ada').delete(id)).status).toBe(204)
  })
})

describe('too many automatic versions', () => {
  it('are deleted oldest first, one for each day is kept, and so are those that are named or shared', async () => {
    await as('ada').create(named('keep me', 0.999))
    const shared = (await as('ada').create(state(0.998))).body
    await as('ada').update(shared.id, { visibility: 'organization' })
    for (let n = 0; n < 50; n++) {
      time += 60_000
      await as('ada').create(state(n / 1000))
    }
    const list = await as('ada').list()
    // The 40 recent ones, the last of that day among the older, the shared one and the named one.
    expect(list).toHaveLength(43)
    expect(list.slice(-2)).toMatchObject([{ visibility: 'organization' }, { note: 'keep me' }])
  })
})
