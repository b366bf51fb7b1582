/** Batches, ground truth and labels of runs, which belong to a person until that person shares them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../support/harness.ts'
import {
  type AnyRecord,
  batchOf,
  callsAt,
  createPeople,
  labelsOf,
  type Name,
  newHash,
  type Person,
  refusal,
  truthOf,
} from './studio-desk.ts'

let h: Harness
let people: Record<Name, Person>
let workflow: string
beforeAll(async () => {
  h = await startHarness()
  people = await createPeople(h)
  workflow = await h.createWorkflow('Gate')
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const newRun = async (): Promise<string> => {
  const id = await h.startRun(workflow)
  await h.api('POST', `/workflow-runs/${id}/cancel`)
  return id
}

const KINDS = [
  {
    kind: 'batches',
    path: '/studio/batches',
    make: async () => batchOf(),
    change: (value: object) => ({ ...value, workflow_name: 'Entrance' }),
    second: (value: object) => ({ ...value, workflow_name: 'Exit' }),
    other: () => batchOf(),
  },
  {
    kind: 'ground truth',
    path: '/studio/truths',
    make: async () => truthOf(),
    change: (value: object) => ({ ...value, places: [{ name: 'Door', kind: 'line', watched: [], marks: [] }] }),
    second: (value: object) => ({ ...value, places: [{ name: 'Gate', kind: 'zone', watched: [], marks: [] }] }),
    other: () => truthOf(),
  },
  {
    kind: 'labels of runs',
    path: '/studio/run-labels',
    make: async () => labelsOf(await newRun()),
    change: (value: object) => ({ ...value, note: 'Look again' }),
    second: (value: object) => ({ ...value, note: 'Seen' }),
    other: () => labelsOf(crypto.randomUUID()),
  },
]

describe.each(KINDS)('$kind', ({ path, make, change, second, other }) => {
  const as = (name: Name) => callsAt(h, path, people[name].key)
  const idsOf = (records: readonly AnyRecord[]) => records.map(({ id }) => id)

  it('are stored for their owner, who alone reads them', async () => {
    const value = await make()
    const { status, body, headers } = await as('ada').create(value)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      owner_id: people.ada.id,
      owner_name: 'Ada Lovelace',
      is_own: true,
      visibility: 'me',
      revision: expect.stringMatching(/^[0-9a-f]{16}$/),
      created_at: expect.any(String),
      updated_at: null,
      value,
    })
    expect(headers.get('etag')).toBe(`"${body.revision}"`)
    expect(await as('ada').list()).toContainEqual(body)
    for (const name of ['ben', 'vic'] as const) {
      expect(idsOf(await as(name).list())).not.toContain(body.id)
      expect(await refusal(as(name).update(body.id, { value: change(value) }))).toEqual([404, 'not_found'])
      expect(await refusal(as(name).delete(body.id))).toEqual([404, 'not_found'])
    }
    // Not even an owner of the organization sees them, whose key belongs to no person.
    expect(idsOf(await callsAt(h, path, h.keys.owner).list())).not.toContain(body.id)
  })

  it('are created once: the same value again is the same record, and another one is stale', async () => {
    const value = await make()
    const first = await as('ada').create(value)
    expect((await as('ada').create(value)).body).toEqual(first.body)
    expect(await refusal(as('ada').create(change(value)))).toEqual([412, 'stale_revision'])
    // Another person has a record of the same thing.
    expect((await as('ben').create(change(value))).status).toBe(201)
  })

  it('are created once by windows that create them at the same time', async () => {
    const value = await make()
    const made = await Promise.all(Array.from({ length: 8 }, () => as('ada').create(value)))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
  })

  it('are replaced only by a change of their present revision, which may be repeated', async () => {
    const value = await make()
    const { id, revision } = (await as('ada').create(value)).body
    const changed = await as('ada').update(id, { value: change(value) }, revision)
    expect(changed.body).toMatchObject({ id, value: change(value), updated_at: expect.any(String) })
    expect(changed.body.revision).not.toBe(revision)
    expect((await as('ada').update(id, { value: change(value) }, revision)).body).toEqual(changed.body)
    expect(await refusal(as('ada').update(id, { value }, revision))).toEqual([412, 'stale_revision'])
    expect(await refusal(as('ada').delete(id, revision))).toEqual([412, 'stale_revision'])
    expect((await as('ada').update(id, { value })).body.revision).toBe(revision)
  })

  it('lose nothing when two windows write at the same time: one of them is stale', async () => {
    const value = await make()
    const { id, revision } = (await as('ada').create(value)).body
    const both = await Promise.all([
      as('ada').update(id, { value: change(value) }, revision),
      as('ada').update(id, { value: second(value) }, revision),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const won = both.find(({ status }) => status === 200)?.body
    expect((await as('ada').list()).find((record) => record.id === id)).toEqual(won)
  })

  it('are deleted, and not created again by a change', async () => {
    const value = await make()
    const { id, revision } = (await as('ada').create(value)).body
    expect((await as('ada').delete(id, revision)).status).toBe(204)
    expect(await refusal(as('ada').update(id, { value: change(value) }, revision))).toEqual([404, 'not_found'])
    expect(await refusal(as('ada').delete(id))).toEqual([404, 'not_found'])
    expect(idsOf(await as('ada').list())).not.toContain(id)
  })

  it('that their owner shares are read by every role, and changed and deleted by members', async () => {
    const value = await make()
    const { id, revision } = (await as('ada').create(value)).body
    expect((await as('ada').update(id, { visibility: 'organization' })).body).toMatchObject({
      visibility: 'organization',
      revision,
    })
    const seen = (await as('vic').list()).find((record) => record.id === id)
    expect(seen).toMatchObject({ is_own: false, owner_id: people.ada.id, owner_name: 'Ada Lovelace', value })
    expect(await refusal(as('vic').update(id, { value: change(value) }, revision))).toEqual([403, 'role_too_low'])
    expect(await refusal(as('vic').delete(id))).toEqual([403, 'role_too_low'])
    const changed = await as('ben').update(id, { value: change(value) }, revision)
    expect(changed.body).toMatchObject({ is_own: false, owner_id: people.ada.id, value: change(value) })
    expect((await as('ben').delete(id)).status).toBe(204)
    expect(idsOf(await as('ada').list())).not.toContain(id)
  })

  it('are shared and made private by their owner alone, who needs the role member to share', async () => {
    const value = await make()
    const { id } = (await as('ada').create(value)).body
    await as('ada').update(id, { visibility: 'organization' })
    expect(await refusal(as('ben').update(id, { visibility: 'me' }))).toEqual([403, 'not_the_owner'])
    // A window that has read the record may state its visibility.
    expect((await as('ben').update(id, { visibility: 'organization' })).status).toBe(200)
    await as('ada').update(id, { visibility: 'me' })
    expect(await refusal(as('ben').update(id, { visibility: 'me' }))).toEqual([404, 'not_found'])
    const own = (await as('vic').create(await make())).body
    expect(own).toMatchObject({ is_own: true, visibility: 'me' })
    expect(await refusal(as('vic').update(own.id, { visibility: 'organization' }))).toEqual([403, 'role_too_low'])
  })

  it('that keys of no person made belong to all such keys', async () => {
    const { id, owner_id, owner_name } = (await callsAt(h, path, h.keys.member).create(await make())).body
    expect([owner_id, owner_name]).toEqual([null, null])
    const seen = (await callsAt(h, path, h.keys.viewer).list()).find((record) => record.id === id)
    expect(seen).toMatchObject({ is_own: true })
    expect(idsOf(await as('ben').list())).not.toContain(id)
  })

  it('stay those of the thing that they are about, and a change changes something', async () => {
    const { id } = (await as('ada').create(await make())).body
    expect(await refusal(as('ada').update(id, { value: other() }))).toEqual([422, 'invalid_field'])
    expect(await refusal(as('ada').update(id, {}))).toEqual([400, 'empty_update'])
  })

  it('are not shown to another organization, also when they are shared', async () => {
    const { id } = (await as('ada').create(await make())).body
    await as('ada').update(id, { visibility: 'organization' })
    expect(idsOf(await callsAt(h, path, h.foreignKey).list())).not.toContain(id)
    expect(await refusal(callsAt(h, path, h.foreignKey).delete(id))).toEqual([404, 'not_found'])
  })

  it('come in pages, the newest first', async () => {
    const made = []
    for (let i = 0; i < 3; i++) made.unshift((await as('ada').create(await make())).body.id)
    const first = await as('ada').page('?limit=2')
    expect(idsOf(first.data)).toEqual(made.slice(0, 2))
    expect(first.pagination.has_more).toBe(true)
    expect(idsOf((await as('ada').page('?limit=2&offset=2')).data)[0]).toBe(made[2])
  })
})

it('ground truth of a video lists the own record before the shared ones', async () => {
  const media = { sha256: newHash(), name: 'street.mp4' }
  const of = (name: Name) => callsAt(h, '/studio/truths', people[name].key)
  const own = (await of('ada').create(truthOf({ media }))).body
  const shared = (await of('ben').create(truthOf({ media: { ...media, name: 'copy.mp4' } }))).body
  await of('ben').update(shared.id, { visibility: 'organization' })
  await of('ada').create(truthOf())
  const found = await of('ada').list(`?media_sha256=${media.sha256}`)
  expect(found.map(({ id, is_own }) => [id, is_own])).toEqual([
    [own.id, true],
    [shared.id, false],
  ])
})

describe('labels', () => {
  const labels = () => callsAt(h, '/studio/run-labels', people.ada.key)

  it('are those of a run of the organization', async () => {
    expect(await refusal(labels().create(labelsOf(crypto.randomUUID())))).toEqual([404, 'not_found'])
    const foreign = callsAt(h, '/studio/run-labels', h.foreignKey)
    expect(await refusal(foreign.create(labelsOf(await newRun())))).toEqual([404, 'not_found'])
  })

  it('that are empty are not stored', async () => {
    const run_id = await newRun()
    const empty = { run_id, name: null, tags: [], note: null }
    expect(await refusal(labels().create(empty))).toEqual([422, 'invalid_field'])
    const { id, revision } = (await labels().create(labelsOf(run_id))).body
    expect(await refusal(labels().update(id, { value: empty }, revision))).toEqual([422, 'invalid_field'])
  })

  it('are deleted with their run', async () => {
    const run_id = await newRun()
    const { id } = (await labels().create(labelsOf(run_id))).body
    expect((await h.api('DELETE', `/workflow-runs/${run_id}`)).status).toBe(204)
    expect((await labels().list()).map((record) => record.id)).not.toContain(id)
  })
})

it('a batch stays when its workflow is deleted', async () => {
  const workflow_id = await h.createWorkflow('Short-lived')
  const batches = callsAt(h, '/studio/batches', people.ada.key)
  const { id } = (await batches.create(batchOf({ workflow_id }))).body
  await h.api('DELETE', `/workflows/${workflow_id}`)
  expect((await batches.list()).map((record) => record.id)).toContain(id)
})
