import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Workflow, WorkflowWithValidation } from '../../../src/shared/api/workflows.ts'
import { countingGraph, DEMO_URI, detectingGraph } from '../support/graphs.ts'
import { type Harness, startHarness } from '../support/harness.ts'
import { MODEL_BYTES } from '../support/scripted-engine.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const create = async (name: string, extra: object = {}) =>
  (await h.api<Workflow>('POST', '/workflows/', { body: { name, graph: countingGraph(), ...extra } })).body
const read = async (name: string) =>
  (await h.api<WorkflowWithValidation>('GET', `/workflows/${encodeURIComponent(name)}`)).body
const codesOf = async (graph: unknown): Promise<string[]> => {
  const { id } = (await h.api<Workflow>('POST', '/workflows/', { body: { name: 'Checked', graph } })).body
  return (await read(id)).validation.map((i) => i.code)
}

describe('creating', () => {
  it('stores a draft that is found by name and by id', async () => {
    const layout = { nodes: { src: { x: 10, y: -4.5 } }, titles: { src: 'Kerb camera' } }
    const made = await create('Über die Straße?', { description: 'd', readme: '# r', layout })
    expect(made).toMatchObject({ status: 'draft', description: 'd', readme: '# r', layout, last_run_id: null })
    expect(made).toMatchObject({ template_key: null, updated_at: null, graph: countingGraph() })
    expect(await read('Über die Straße?')).toEqual({ ...made, validation: [] })
    expect(await read(made.id)).toEqual({ ...made, validation: [] })
  })

  it('gives a used name a number', async () => {
    const names = [await create('Twice'), await create('Twice'), await create('Twice')].map((w) => w.name)
    expect(names).toEqual(['Twice', 'Twice (2)', 'Twice (3)'])
    const long = 'x'.repeat(100)
    await create(long)
    expect((await create(long)).name).toBe(`${'x'.repeat(96)} (2)`)
  })

  it('gives each of many concurrent workflows a name of its own', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create('At once')))
    expect(new Set(made.map((w) => w.name)).size).toBe(5)
  })

  it('starts from a template', async () => {
    const { body } = await h.api<Workflow>('POST', '/workflows/', {
      body: { name: 'From template', template_key: 'count-at-a-line' },
    })
    expect(body).toMatchObject({ template_key: 'count-at-a-line', description: 'Counts.', graph: countingGraph() })
    expect(body.layout).toEqual({ nodes: { src: { x: 1, y: 2 } } })
  })

  it.each([
    ['no graph and no template', { name: 'a' }, 422, '/graph'],
    ['a graph and a template', { name: 'a', graph: detectingGraph(), template_key: 'x' }, 422, '/template_key'],
    ['a slash in the name', { name: 'a/b', graph: detectingGraph() }, 422, '/name'],
    ['a name that is a dot segment', { name: '..', graph: detectingGraph() }, 422, '/name'],
    ['a blank name', { name: '  ', graph: detectingGraph() }, 422, '/name'],
    ['an empty name', { name: '', graph: detectingGraph() }, 422, '/name'],
    ['a name of another type', { name: 7, graph: detectingGraph() }, 422, '/name'],
    ['a name that is too long', { name: 'x'.repeat(101), graph: detectingGraph() }, 422, '/name'],
    ['a misspelt field', { name: 'a', graph: detectingGraph(), desciption: 'd' }, 422, '/desciption'],
    ['a graph of another version', { name: 'a', graph: { ...detectingGraph(), version: 2 } }, 422, '/graph/version'],
    ['a misspelt field in a node', nodeWith({ typ: 'x' }), 422, '/graph/nodes/0/typ'],
    ['a handle of the wrong type', edgeWith({ sourceHandle: 3 }), 422, '/graph/edges/0/sourceHandle'],
  ])('rejects %s and names the field', async (_what, body, status, field) => {
    const failed = await h.fail('POST', '/workflows/', { body })
    expect(failed).toMatchObject({ status, error: { kind: 'ValidationError', code: 'invalid_field' } })
    expect(failed.error.details.map((d) => d.field)).toEqual([field])
  })

  it('does not find a missing template, wherever its name points', async () => {
    for (const template_key of ['nothing', '../count-at-a-line', '__proto__']) {
      const failed = await h.fail('POST', '/workflows/', { body: { name: 'x', template_key } })
      expect(failed).toMatchObject({ status: 404, error: { code: 'not_found' } })
    }
  })

  it('accepts any graph of the right shape as a draft', async () => {
    expect(await codesOf({ version: 1, nodes: [], edges: [] })).toContain('source.missing')
  })
})

function nodeWith(extra: object): object {
  const graph = detectingGraph()
  return { name: 'a', graph: { ...graph, nodes: graph.nodes.map((n, i) => (i === 0 ? { ...n, ...extra } : n)) } }
}
function edgeWith(extra: object): object {
  const graph = detectingGraph()
  return { name: 'a', graph: { ...graph, edges: graph.edges.map((e, i) => (i === 0 ? { ...e, ...extra } : e)) } }
}

describe('reading', () => {
  it('lists the last changed first, in pages', async () => {
    const [first, second] = [await create('List A'), await create('List B')]
    await new Promise((resolve) => setTimeout(resolve, 5))
    await h.api('PATCH', `/workflows/${first.id}`, { body: { description: 'newer' } })
    const page = async (query: string) => (await h.api<Workflow[]>('GET', `/workflows/?${query}`)).body.map((w) => w.id)
    const all = await page('limit=1000')
    expect(all.indexOf(first.id)).toBeLessThan(all.indexOf(second.id))
    expect(await page('limit=2&offset=1')).toEqual(all.slice(1, 3))
  })

  it.each(['limit=0', 'limit=1001', 'limit=ten', 'offset=-1', 'page=2'])('rejects the query %s', async (query) => {
    const { status, error } = await h.fail('GET', `/workflows/?${query}`)
    expect([status, error.details[0]?.field]).toEqual([422, `/${query.split('=', 1)[0]}`])
  })

  it('finds every allowed name, however it is encoded in the address', async () => {
    for (const name of ['a b', '50% off?', 'x#y&z', "it's", 'é', 'a+b', '...', '日本'.repeat(50)]) {
      const { id } = await create(name)
      expect((await read(name)).id).toBe(id)
    }
  })
})

describe('validation', () => {
  it('is repeated on every read, with the files and models that a run would need', async () => {
    const withSource = (config: object) => codesOf(countingGraph(config as Record<string, unknown>))
    expect(await withSource({ kind: 'video', gcs_uri: 'sightline://uploads/x/y/z.mp4' })).toEqual([
      'lint.model_unsuited',
      'resource.source_missing',
    ])
    expect(await withSource({ kind: 'dataset', dataset_project_id: 'x' })).toContain('resource.dataset_missing')
    expect(await withSource({ kind: 'video' })).toEqual(['source.not_set'])
    expect(await withSource({ kind: 'image', gcs_uri: DEMO_URI })).toContain('image.no_time')
  })

  it('accepts neither a handle of another organization nor a local file', async () => {
    const foreign = await h.upload('theirs.mp4', 'VIDEO', 'video/mp4', h.foreignKey)
    for (const gcs_uri of [foreign, 'file:///etc/hostname']) {
      expect(await codesOf(detectingGraph({ kind: 'video', gcs_uri }))).toEqual([
        'lint.model_unsuited',
        'resource.source_missing',
      ])
    }
  })

  it('reports missing models and addresses that can’t be called', async () => {
    const model = (config: Record<string, unknown>) => {
      const graph = detectingGraph()
      return { ...graph, nodes: graph.nodes.map((n) => (n.id === 'det' ? { ...n, config } : n)) }
    }
    expect(await codesOf(model({ model_id: 'nobody' }))).toEqual(['resource.model_missing'])
    expect(await codesOf(model({ model_kind: 'sam3', prompt_classes: [{ name: 'car' }] }))).toContain(
      'resource.sam3_not_installed',
    )
    const graph = detectingGraph()
    const hook = { kind: 'webhook', url: 'https://localhost/hook' }
    const nodes = graph.nodes.map((n) => (n.id === 'out' ? { ...n, config: hook } : n))
    expect(await codesOf({ ...graph, nodes })).toEqual(['resource.webhook_not_public'])
  })

  it('knows the classes of the model: a filter that keeps none of them is a warning', async () => {
    const graph = detectingGraph()
    const nodes = [...graph.nodes, { id: 'f', type: 'filter', config: { keep_classes: ['zebra'] } }]
    const edges = [
      { source: 'src', target: 'det' },
      { source: 'det', target: 'f' },
      { source: 'f', target: 'out' },
    ]
    expect(await codesOf({ ...graph, nodes, edges })).toEqual(['lint.filter_drops_all'])
  })
})

describe('changing', () => {
  it('replaces the sent fields and keeps the rest', async () => {
    const made = await create('Changing', { description: 'old', readme: 'r' })
    const body = { graph: detectingGraph(), description: null, status: 'ready', name: 'Changed' }
    const changed = await h.api<Workflow>('PATCH', '/workflows/Changing', { body })
    expect(changed.body).toMatchObject({ ...body, id: made.id, readme: 'r' })
    expect(changed.body.updated_at).not.toBeNull()
    expect((await read('Changed')).graph).toEqual(detectingGraph())
  })

  it('rejects an empty update, a used name, and an unknown field', async () => {
    const made = await create('Patched')
    await create('Taken')
    const fail = (body: object) => h.fail('PATCH', `/workflows/${made.id}`, { body })
    expect(await fail({})).toMatchObject({ status: 400, error: { code: 'empty_update' } })
    expect(await fail({ name: 'Taken' })).toMatchObject({ status: 409, error: { code: 'name_conflict' } })
    expect(await fail({ name: 'a/b' })).toMatchObject({ status: 422 })
    expect(await fail({ template_key: 'x' })).toMatchObject({ status: 422 })
    expect(await fail({ status: 'running' })).toMatchObject({ status: 422 })
    expect((await h.api('PATCH', `/workflows/${made.id}`, { body: { name: 'Patched' } })).status).toBe(200)
  })

  it('rejects a change that is based on an older revision, and accepts one of the current revision', async () => {
    const made = await create('Shared')
    const change = (revision: string, name: string) =>
      h.api<Workflow>('PATCH', `/workflows/${made.id}`, { body: { name }, headers: { 'if-match': `"${revision}"` } })
    const first = await change(made.created_at, 'From one window')
    expect(first.status).toBe(200)
    const stale = { body: { name: 'From another' }, headers: { 'if-match': `"${made.created_at}"` } }
    expect(await h.fail('PATCH', `/workflows/${made.id}`, stale)).toMatchObject({
      status: 412,
      error: { code: 'stale_revision', message: expect.stringContaining('From one window') as string },
    })
    expect((await read(made.id)).name).toBe('From one window')
    expect((await change(String(first.body.updated_at), 'From another')).status).toBe(200)
  })

  it('gives each of many concurrent changes a revision of its own', async () => {
    const made = await create('Busy')
    const changes = Array.from({ length: 20 }, (_, k) =>
      h.api<Workflow>('PATCH', `/workflows/${made.id}`, { body: { description: `${k}` } }),
    )
    const revisions = (await Promise.all(changes)).map(({ body }) => body.updated_at)
    expect(new Set(revisions).size).toBe(20)
    const based = { headers: { 'if-match': `"${(await read(made.id)).updated_at}"` } }
    const raced = await Promise.all(
      ['one', 'two', 'three'].map((description) =>
        h.api('PATCH', `/workflows/${made.id}`, { body: { description }, ...based }),
      ),
    )
    expect(raced.map((r) => r.status).toSorted()).toEqual([200, 412, 412])
  })

  it('deletes permanently', async () => {
    const made = await create('Doomed')
    expect((await h.api('DELETE', '/workflows/Doomed')).status).toBe(204)
    expect(await h.fail('GET', `/workflows/${made.id}`)).toMatchObject({ status: 404 })
    expect(await h.fail('DELETE', `/workflows/${made.id}`)).toMatchObject({ status: 404 })
  })
})

describe('models', () => {
  const importing = (gcs_uri: string, name?: string) =>
    h.api<{ name: string; id: string }>('POST', '/models/import', { body: { gcs_uri, ...(name ? { name } : {}) } })

  it('has the bundled one from the start, with its card', async () => {
    const { body } = await h.api('GET', '/models/street-detector')
    expect(body).toMatchObject({ status: 'ready', class_mapping: { 0: 'car', 1: 'truck' }, precision: 'fp32' })
    expect(body).toMatchObject({ description: 'Finds road users.', architecture: 'yolo', version: '1.0.0' })
    expect(Object.keys(body).join()).not.toMatch(/sha|path|bundled/)
  })

  it('declares the sources that the bundled one suits, and warns about others, but not about a copy of one', async () => {
    const model = await h.api('GET', '/models/street-detector')
    expect(model.body).toMatchObject({ training_config: { suits: [DEMO_URI] } })
    const gcs_uri = await h.upload('harbour.mp4', 'MEDIA')
    const unsuited = async (model_id: string, uri: string) => {
      const graph = countingGraph({ kind: 'video', gcs_uri: uri })
      const nodes = graph.nodes.map((n) => (n.id === 'det' ? { ...n, config: { model_id } } : n))
      return (await codesOf({ ...graph, nodes })).filter((code) => code === 'lint.model_unsuited')
    }
    expect(await unsuited('street-detector', DEMO_URI)).toEqual([])
    expect(await unsuited('street-detector', gcs_uri)).toEqual(['lint.model_unsuited'])
    const copy = await h.api<{ name: string }>('POST', '/models/my-organization/street-detector/fork', {
      body: { name: 'Copy' },
    })
    expect(await unsuited(copy.body.name, gcs_uri)).toEqual(['lint.model_unsuited'])
    const own = await importing(await h.upload('own.onnx', MODEL_BYTES))
    expect(await unsuited(own.body.name, gcs_uri)).toEqual([])
  })

  it('imports an ONNX file under its own name, then under the next free one', async () => {
    const handle = await h.upload('My net.onnx', MODEL_BYTES)
    const [first, second, named] = [await importing(handle), await importing(handle), await importing(handle, 'Other')]
    expect([first.status, first.body.name, second.body.name]).toEqual([201, 'My net', 'My net (2)'])
    expect(named.body.name).toBe('Other')
    expect((await h.api<{ id: string }>('GET', `/models/${first.body.id}`)).body.id).toBe(first.body.id)
  })

  it('rejects a file that is not a model with the reason, and stores nothing', async () => {
    const handle = await h.upload('broken.onnx', 'not a model')
    const failed = await h.fail('POST', '/models/import', { body: { gcs_uri: handle } })
    expect(failed).toMatchObject({ status: 400, error: { code: 'model_unreadable' } })
    expect(failed.error.message).toContain('Export it to ONNX again')
    expect(await h.fail('GET', '/models/broken')).toMatchObject({ status: 404 })
    const gone = await h.fail('POST', '/models/import', { body: { gcs_uri: 'sightline://uploads/a/b/c' } })
    expect(gone).toMatchObject({ status: 404 })
  })

  it('lists with filters, total and has_more', async () => {
    const handle = await h.upload('listed.onnx', MODEL_BYTES)
    await importing(handle)
    const list = async (query: string) =>
      (await h.api<{ data: { name: string }[]; total: number; has_more: boolean }>('GET', `/models/?${query}`)).body
    const named = await list('name=listed')
    expect([named.data.map((m) => m.name), named.total, named.has_more]).toEqual([['listed'], 1, false])
    const one = await list('limit=1')
    expect([one.data.length, one.has_more]).toEqual([1, true])
    expect((await list('status=failed')).total).toBe(0)
    expect((await list('model_type=object_detection')).total).toBe(one.total)
    expect(await h.fail('GET', '/models/?status=gone')).toMatchObject({ status: 422 })
    expect(await h.fail('GET', '/models/?limit=101')).toMatchObject({ status: 422 })
  })
})
