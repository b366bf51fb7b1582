import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAYS_KEPT, RECENT_VERSIONS, surplusVersions } from '../../src/app/version-limits.ts'
import { createVersions } from '../../src/app/versions.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import type { NewVersion } from '../../src/shared/graph/versions.ts'

let folder = ''
let time = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-versions-'))
  time = Date.parse('2026-03-04T10:00:00.000Z')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const WF = 'wf-1'
const store = () => createVersions(folder, { now: () => new Date(time) })
const graph = (confidence: number): Graph => ({
  version: 1,
  nodes: [{ id: 'filter-1', type: 'filter', config: { min_confidence: confidence } }],
  edges: [],
})
const at = (x: number) => ({ nodes: { 'filter-1': { x, y: 0 } } })
const state = (confidence: number, part: Partial<NewVersion> = {}): NewVersion => ({
  workflow_id: WF,
  kind: 'interval',
  note: null,
  graph: graph(confidence),
  layout: at(0),
  ...part,
})
const files = () => readdirSync(join(folder, WF))

describe('versions of a workflow', () => {
  it('are listed newest first, with their changes, also after a restart', async () => {
    const first = await store().keep(state(0.1, { kind: 'begin' }))
    time += 60_000
    await store().keep(state(0.2, { kind: 'named', note: 'For the meeting', layout: at(50) }))
    expect(await store().list(WF)).toMatchObject([
      { kind: 'named', note: 'For the meeting', created_at: '2026-03-04T10:01:00.000Z', blocks: 1, changes: 2 },
      { kind: 'begin', note: null, changes: null },
    ])
    expect(await store().get(WF, first.id)).toMatchObject({ graph: graph(0.1), layout: at(0), workflow_id: WF })
    expect(await store().list('another')).toEqual([])
  })

  it('are not created when nothing changed, however defaults are written; a name goes to the existing one', async () => {
    const versions = store()
    const first = await versions.keep(state(0.1))
    time += 60_000
    const spelled = graph(0.1)
    ;(spelled.nodes[0] as { config: object }).config = { keep_classes: [], min_confidence: 0.1 }
    expect(await versions.keep(state(0.1, { kind: 'run', graph: spelled }))).toMatchObject({ id: first.id })
    expect(await versions.keep(state(0.1, { kind: 'named', note: 'A' }))).toMatchObject({ id: first.id, note: 'A' })
    await versions.keep(state(0.1, { kind: 'named', note: 'B' }))
    expect((await versions.list(WF)).map((v) => v.note)).toEqual(['B', 'A'])
  })

  it('keep their order when the clock was set back', async () => {
    const versions = store()
    await versions.keep(state(0.1, { kind: 'named', note: 'first' }))
    time -= 3_600_000
    await versions.keep(state(0.2, { kind: 'named', note: 'second' }))
    expect((await versions.list(WF)).map((v) => v.note)).toEqual(['second', 'first'])
  })

  it('can be named, which keeps them, and deleted', async () => {
    const versions = store()
    const { id } = await versions.keep(state(0.1))
    expect(await versions.note(WF, id, 'Good counts', null)).toMatchObject({ kind: 'named', note: 'Good counts' })
    await versions.delete(WF, id, 'Good counts')
    await expect(versions.get(WF, id)).rejects.toMatchObject({ message: /not there any more/ })
    await versions.keep(state(0.2))
    await versions.forget(WF)
    expect(await versions.list(WF)).toEqual([])
  })

  it('keep the name that another window gave until this one has read it', async () => {
    const versions = store()
    const { id } = await versions.keep(state(0.1))
    await versions.note(WF, id, 'Theirs', null)
    await expect(versions.note(WF, id, 'Mine', null)).rejects.toMatchObject({ code: 'stale_revision' })
    await expect(versions.delete(WF, id, null)).rejects.toMatchObject({ code: 'stale_revision' })
    expect(await versions.get(WF, id)).toMatchObject({ note: 'Theirs' })
    // As after a lost response.
    expect(await versions.note(WF, id, 'Theirs', null)).toMatchObject({ note: 'Theirs' })
    expect(await versions.note(WF, id, 'Mine', 'Theirs')).toMatchObject({ note: 'Mine' })
    await versions.delete(WF, id, 'Mine')
    expect(await versions.list(WF)).toEqual([])
    await versions.delete(WF, id, 'Mine')
  })

  it('survive a broken file among them, which is set aside', async () => {
    const versions = store()
    await versions.keep(state(0.1, { kind: 'named', note: 'good' }))
    writeFileSync(join(folder, WF, '29990101T000000000Z-abcdef.json'), '{"format": "sightl')
    expect(await versions.list(WF)).toMatchObject([{ note: 'good' }])
    expect(files().filter((n) => n.includes('.broken-'))).toHaveLength(1)
    await versions.keep(state(0.2))
    expect(await versions.list(WF)).toHaveLength(2)
  })

  it('of a newer Sightline are listed and left alone, and can be deleted', async () => {
    const versions = store()
    const first = await versions.keep(state(0.1))
    const newer = { ...(await versions.get(WF, first.id)), version: 2, id: '20260304T110000000Z-abcdef', extra: true }
    const text = JSON.stringify({
      ...newer,
      kind: 'of the future',
      note: 'Later',
      created_at: '2026-03-04T11:00:00.000Z',
    })
    writeFileSync(join(folder, WF, `${newer.id}.json`), text)
    const alone = `20260304T120000000Z-abcdef`
    const graph = { ...newer.graph, version: 99 }
    writeFileSync(join(folder, WF, `${alone}.json`), JSON.stringify({ ...newer, version: 1, id: alone, graph }))

    expect(await versions.list(WF)).toMatchObject([
      { id: alone, newer: true },
      { id: newer.id, kind: 'interval', note: 'Later', blocks: 1, changes: null, newer: true },
      { id: first.id, changes: null },
    ])
    await expect(versions.get(WF, newer.id)).rejects.toMatchObject({
      code: 'wrong_state',
      message: 'This version was made by a newer version of Sightline. Update Sightline to open it.',
    })
    await expect(versions.note(WF, newer.id, 'Mine', 'Later')).rejects.toMatchObject({ code: 'wrong_state' })
    time += 86_400_000
    expect(await versions.keep(state(0.2))).toMatchObject({ changes: 1 })
    expect(readFileSync(join(folder, WF, `${newer.id}.json`), 'utf8')).toBe(text)
    await versions.delete(WF, newer.id, 'Later')
    expect((await versions.list(WF)).map((v) => v.id)).not.toContain(newer.id)
    expect(files().filter((name) => name.includes('.broken-'))).toEqual([])
  })

  it('of a workflow whose id is not a file name are still stored inside the folder', async () => {
    mkdirSync(join(folder, 'inner'))
    const versions = createVersions(join(folder, 'inner'))
    await versions.keep(state(0.1, { workflow_id: '../../up' }))
    expect(await versions.list('../../up')).toHaveLength(1)
    expect(readdirSync(folder)).toEqual(['inner'])
  })

  it('that are saved concurrently are all kept, serialized', async () => {
    const versions = store()
    await Promise.all([1, 2, 3, 4, 5].map((n) => versions.keep(state(n / 10))))
    const list = await versions.list(WF)
    expect(list.map((v) => v.changes)).toEqual([1, 1, 1, 1, null])
  })
})

describe('too many automatic versions', () => {
  it('are deleted oldest first: one for each day is kept for a while, and named ones permanently', async () => {
    const versions = store()
    await versions.keep(state(0.999, { kind: 'named', note: 'keep me' }))
    for (let n = 0; n < RECENT_VERSIONS + 10; n++) {
      time += 60_000
      await versions.keep(state(n / 1000))
    }
    const list = await versions.list(WF)
    // The recent ones, the last of that day among the older, and the named one.
    expect(list).toHaveLength(RECENT_VERSIONS + 2)
    expect(list.at(-1)).toMatchObject({ note: 'keep me' })
    expect(files()).toHaveLength(RECENT_VERSIONS + 2)
  })

  it('keep the last of each day until the day is long past', () => {
    const now = new Date('2026-06-01T12:00:00Z')
    const many = Array.from({ length: 200 }, (_, i) => ({
      id: String(i),
      kind: 'interval' as const,
      created_at: new Date(now.getTime() - (200 - i) * 12 * 3_600_000).toISOString(),
    }))
    const gone = new Set(surplusVersions(many, now).map((v) => v.id))
    const kept = many.filter((v) => !gone.has(v.id))
    expect(kept.slice(-RECENT_VERSIONS)).toEqual(many.slice(-RECENT_VERSIONS))
    const older = kept.slice(0, -RECENT_VERSIONS).map((v) => v.created_at.slice(0, 10))
    expect(new Set(older).size).toBe(older.length)
    expect(now.getTime() - Date.parse(kept[0]?.created_at ?? '')).toBeLessThanOrEqual(DAYS_KEPT * 86_400_000)
  })
})
