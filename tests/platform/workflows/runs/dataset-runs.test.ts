/** Runs that read data sets and folders, and runs that write annotations into data sets. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { WorkflowWithValidation } from '../../../../src/shared/api/workflows.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import type { Artifact, WorkflowRun } from '../../../../src/shared/domain/run.ts'
import type { Graph } from '../../../../src/shared/graph/graph.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { annotatingGraph, DEMO_URI, detectingGraph } from '../../support/graphs.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'
import type { ScriptedRun } from '../../support/scripted-engine.ts'

let h: Harness
let dataDir: string
let resourcesDir: string
let folder: string
const start = () => startHarness({ dataDir, resourcesDir, allowLocalFiles: true })
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-dataset-runs-'))
  folder = mkdtempSync(join(tmpdir(), 'sightline-pictures-'))
  resourcesDir = makeResources()
  h = await start()
})
afterEach(async () => {
  await h.close()
  for (const dir of [dataDir, resourcesDir, folder]) rmSync(dir, { recursive: true, force: true })
})

const create = async (name: string, fields: object = {}) =>
  (await h.api<Dataset>('POST', '/datasets/', { body: { name, ...fields } })).body
const addImage = async (dataset: Dataset, filename: string, directory_path = '/') => {
  const gcs_uri = await h.upload(filename, `IMAGE ${filename}`, 'image/jpeg')
  return (await h.api<Image>('POST', '/images/', { body: { dataset: dataset.id, gcs_uri, directory_path } })).body
}
const issuesOf = async (graph: Graph) => {
  const id = await h.createWorkflow(`W ${Math.random()}`, graph)
  const { validation } = (await h.api<WorkflowWithValidation>('GET', `/workflows/${id}`)).body
  const errors = validation.filter((i) => i.severity === 'error')
  return errors.map(({ code, node_id, field }) => `${code} ${node_id} ${field}`)
}
const invoke = (workflow: string, source: object, key = h.keys.owner) =>
  h.api<{ run_id: string; error?: { code: string; details: object[] } }>('POST', `/workflows/${workflow}/invoke`, {
    body: { source },
    key,
  })
let started = 0
beforeEach(() => {
  started = 0
})
/** The engine's side of a run on this graph. */
const runOn = async (graph: Graph): Promise<{ id: string; run: ScriptedRun }> => {
  const id = await h.startRun(await h.createWorkflow(`W ${Math.random()}`, graph))
  return { id, run: await h.engine.run(started++) }
}
const names = (run: ScriptedRun) => run.job.source.images?.map((i) => i.name)

describe('a source', () => {
  it('that is a data set passes its images to the engine in natural order, without archived ones', async () => {
    const dataset = await create('Street')
    const ten = await addImage(dataset, '10.jpg')
    await addImage(dataset, '2.jpg')
    await addImage(dataset, '1.jpg', '/night')
    const hidden = await addImage(dataset, '3.jpg')
    const db = await openPlatformDatabase(dataDir)
    await db.updateTable('images').set({ is_archived: 1 }).where('id', '=', hidden.id).execute()
    await db.destroy()
    const { id, run } = await runOn(detectingGraph({ kind: 'dataset', dataset_project_id: dataset.id }))
    expect(names(run)).toEqual(['2.jpg', '10.jpg', 'night/1.jpg'])
    expect(run.job.source).toMatchObject({ kind: 'dataset', name: 'Street', uri: null, path: '' })
    expect(run.job.source.images?.[1]).toMatchObject({ id: ten.id, path: expect.stringContaining(dataDir) })
    run.finish()
    await eventually(async () => (await h.getRun(id)).status === 'completed')
    expect((await h.getRun(id)).source).toEqual({ kind: 'dataset', name: 'Street', uri: null })
  })

  it('can be invoked as a data set, whole or in part, by its name', async () => {
    const dataset = await create('Street')
    await addImage(dataset, '1.jpg', '/night')
    await addImage(dataset, '2.jpg', '/nightly')
    const workflow = await h.createWorkflow('W', detectingGraph())
    expect((await invoke(workflow, { kind: 'dataset', dataset: 'Street', directory_path: 'night/' })).status).toBe(201)
    const run = await h.engine.run(0)
    expect([names(run), run.job.source.name]).toEqual([['night/1.jpg'], 'Street/night'])
    expect(run.job.graph.nodes[0]?.config).toMatchObject({ dataset_project_id: dataset.id, directory_path: '/night' })
    const refused = async (source: object, key?: string) => {
      const { status, body } = await invoke(workflow, source, key)
      return [status, body.error?.code, body.error?.details]
    }
    const nobody = { kind: 'dataset', dataset: 'nobody' }
    const missing = expect.objectContaining({ code: 'resource.dataset_missing', field: '/source/dataset' })
    expect(await refused(nobody)).toEqual([400, 'invalid_source', [missing]])
    const empty = expect.objectContaining({ code: 'resource.dataset_empty' })
    const day = { kind: 'dataset', dataset: 'Street', directory_path: '/day' }
    expect(await refused(day)).toEqual([400, 'invalid_source', [empty]])
  })

  it('that is missing, empty or another’s is an issue', async () => {
    const at = 'src /dataset_project_id'
    const source = (dataset_project_id: string) => detectingGraph({ kind: 'dataset', dataset_project_id })
    const dataset = await create('Empty')
    expect(await issuesOf(source('nobody'))).toEqual([`resource.dataset_missing ${at}`])
    expect(await issuesOf(source(dataset.id))).toEqual([`resource.dataset_empty ${at}`])
    await addImage(dataset, '1.jpg')
    expect(await issuesOf(source(dataset.id))).toEqual([])
  })

  it('that is emptied while a run waits fails it with a sentence', async () => {
    const dataset = await create('Street')
    await addImage(dataset, '1.jpg')
    const first = await runOn(detectingGraph())
    const graph = detectingGraph({ kind: 'dataset', dataset_project_id: dataset.id })
    const id = await h.startRun(await h.createWorkflow('Waits', graph))
    await h.api('DELETE', `/datasets/${dataset.id}`)
    first.run.finish()
    await eventually(async () => (await h.getRun(id)).status === 'error')
    expect((await h.getRun(id)).error).toMatchObject({ code: 'source_missing', node_id: 'src' })
  })

  it.each(['image', 'dataset'])('of kind %s can be a folder of this machine', async (kind) => {
    for (const name of ['10.png', '9.JPG', 'notes.txt', '.hidden.jpg']) writeFileSync(join(folder, name), 'IMAGE')
    mkdirSync(join(folder, 'more.jpg'))
    const url = pathToFileURL(folder).href
    const source = kind === 'image' ? { kind, gcs_uri: url } : { kind, dataset_project_id: url }
    const { run } = await runOn(detectingGraph(source))
    expect(run.job.source.images).toEqual([
      { id: null, path: join(folder, '9.JPG'), name: '9.JPG' },
      { id: null, path: join(folder, '10.png'), name: '10.png' },
    ])
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    const field = kind === 'image' ? '/gcs_uri' : '/dataset_project_id'
    expect(await issuesOf(detectingGraph(source))).toEqual([`resource.source_empty src ${field}`])
  })
})

const uuid = (n: number) => `0190c6d4-0000-8000-8000-${String(n).padStart(12, '0')}`
const found = (n: number, over: Partial<Annotation> = {}): Annotation => ({
  id: uuid(n),
  name: 'car',
  type: 'bbox',
  confidence: 0.9,
  bounding_box: { x: 10, y: 20, w: 30, h: 40 },
  ...over,
})
interface Line {
  image_id?: string | null
  filename?: string
  picture?: string | null
  annotations: Annotation[]
}
/** The engine's output: the lines, their stills, and the log. */
function writeResults(run: ScriptedRun, lines: readonly Line[]): Artifact[] {
  const pictures = lines.flatMap(({ picture }) =>
    picture ? [run.write(picture, `JPEG ${picture}`, 'image/jpeg')] : [],
  )
  const records = lines.map((line, i) => {
    const image = { image_id: null, filename: 'frame.jpg', picture: null, width: 1280, height: 720, ...line }
    return JSON.stringify({ record: 'image', frame_index: i, time_s: i, ...image })
  })
  const text = [JSON.stringify({ record: 'header' }), ...records, ''].join('\n')
  const file = { ...run.write('out-annotations.jsonl', text, 'application/x-ndjson'), node_id: 'out' }
  const log = { ...run.write('run.log', 'began\n', 'text/plain'), kind: 'log' as const }
  return [...[file, ...pictures].map((a) => ({ ...a, kind: 'annotations' as const })), log]
}
const ended = async (id: string): Promise<WorkflowRun> => {
  await eventually(async () => (await h.getRun(id)).status === 'completed')
  return h.getRun(id)
}
const annotationsOf = async (dataset: Dataset, path: string) =>
  (await h.api<{ annotations: Annotation[] }>('GET', `/annotations/${dataset.id}/${path}`)).body.annotations
const imagesOf = async (dataset: Dataset) =>
  (await h.api<Dataset>('GET', `/datasets/${dataset.id}?include_images=true`)).body.images ?? []

describe('an annotations sink', () => {
  it('replaces the annotations of the data set’s images; new classes join the list', async () => {
    const dataset = await create('Street', { classes: [{ name: 'car', color: '#123456' }] })
    const image = await addImage(dataset, '1.jpg')
    const body = { annotations: [found(1, { name: 'old' })] }
    await h.api('POST', `/annotations/${dataset.id}/1.jpg`, { body })
    const { id, run } = await runOn(annotatingGraph(dataset.id, { kind: 'dataset', dataset_project_id: dataset.id }))
    const polygon = {
      paths: [
        [
          { x: 1, y: 1 },
          { x: 9, y: 1 },
          { x: 5, y: 9 },
        ],
      ],
    }
    const annotations = [found(2), found(3, { name: 'van', type: 'polygon', polygon })]
    run.finish({ artifacts: writeResults(run, [{ image_id: image.id, annotations }]) })
    await ended(id)
    // The data set accepts boxes only: the outline has become its box.
    expect(await annotationsOf(dataset, '1.jpg')).toEqual([found(2), found(3, { name: 'van' })])
    const { classes } = (await h.api<Dataset>('GET', `/datasets/${dataset.id}`)).body
    expect(classes.map((c) => `${c.name} ${c.type}`)).toEqual(['car bbox', 'van bbox'])
    expect(classes[0]?.color).toBe('#123456')
  })

  it('keeps outlines when the data set accepts them, and creates them from boxes when it accepts nothing else', async () => {
    const dataset = await create('Street', { annotation_types: ['polygon'] })
    const image = await addImage(dataset, '1.jpg')
    const { id, run } = await runOn(annotatingGraph(dataset.id))
    const polygon = {
      paths: [
        [
          { x: 1, y: 1 },
          { x: 9, y: 1 },
          { x: 5, y: 9 },
        ],
      ],
    }
    const annotations = [found(1, { type: 'polygon', polygon }), found(2)]
    run.finish({ artifacts: writeResults(run, [{ image_id: image.id, annotations }]) })
    await ended(id)
    const [outline, box] = await annotationsOf(dataset, '1.jpg')
    expect([outline?.polygon, box?.type]).toEqual([polygon, 'polygon'])
    expect(box?.bounding_box).toEqual(found(2).bounding_box)
  })

  it('creates images of a video’s frames, once, in a directory named after the video', async () => {
    const dataset = await create('Street')
    const lines = [
      { filename: 'frame-000000.jpg', picture: 'out-0.jpg', annotations: [found(1)] },
      { filename: 'frame-000007.jpg', picture: 'out-7.jpg', annotations: [found(2), found(3)] },
    ]
    for (let i = 0; i < 2; i++) {
      const { id, run } = await runOn(annotatingGraph('Street', { kind: 'video', gcs_uri: DEMO_URI }))
      run.finish({ artifacts: writeResults(run, lines) })
      await ended(id)
    }
    expect((await imagesOf(dataset)).map((i) => [i.directory_path, i.filename, i.annotation_count])).toEqual([
      ['/street-crossing', 'frame-000000.jpg', 1],
      ['/street-crossing', 'frame-000007.jpg', 2],
    ])
    expect(await annotationsOf(dataset, 'street-crossing/frame-000007.jpg')).toEqual([found(2), found(3)])
  })

  it('copies the images of another data set', async () => {
    const from = await create('From')
    const to = await create('To')
    const image = await addImage(from, '1.jpg', '/night')
    const { id, run } = await runOn(annotatingGraph(to.id, { kind: 'dataset', dataset_project_id: from.id }))
    run.finish({ artifacts: writeResults(run, [{ image_id: image.id, annotations: [found(1)] }]) })
    await ended(id)
    expect((await annotationsOf(to, 'night/1.jpg')).length).toBe(1)
    expect((await annotationsOf(from, 'night/1.jpg')).length).toBe(0)
  })

  it('logs annotations that could not be saved, and saves the rest', async () => {
    const dataset = await create('Street')
    const image = await addImage(dataset, '1.jpg')
    const { id, run } = await runOn(annotatingGraph(dataset.id))
    const beyond = found(1, { bounding_box: { x: 5000, y: 0, w: 10, h: 10 } })
    const lines = [
      { image_id: uuid(9), filename: 'gone.jpg', annotations: [found(1)] },
      { filename: 'lost.jpg', picture: null, annotations: [found(1)] },
      { filename: 'odd.jpg', picture: 'odd.jpg', annotations: [beyond] },
      { image_id: image.id, filename: '1.jpg', annotations: [found(1)] },
    ]
    run.finish({ artifacts: writeResults(run, lines) })
    const { artifacts } = await ended(id)
    const log = (await h.api<string>('GET', `/workflow-runs/${id}/artifacts/run.log`)).body
    expect(log).toMatch(
      /began\n.*“gone\.jpg” were not saved.*\n.*“lost\.jpg” were not saved.*\n.*“odd\.jpg” were not saved/,
    )
    expect(log).toContain('1 annotation of 1 image saved in “Street”')
    expect(artifacts.find((a) => a.kind === 'log')?.size_bytes).toBe(Buffer.byteLength(log))
    expect((await annotationsOf(dataset, '1.jpg')).length).toBe(1)
  })

  it('completes the import of a platform that died, on the next start', async () => {
    const dataset = await create('Street')
    const image = await addImage(dataset, '1.jpg')
    const { id, run } = await runOn(annotatingGraph(dataset.id))
    run.finish({ artifacts: writeResults(run, [{ image_id: image.id, annotations: [found(1)] }]) })
    await ended(id)
    await h.api('DELETE', `/annotations/${dataset.id}/1.jpg`)
    await h.close()
    // The state after a platform died between the end of the run and the first annotation.
    const db = await openPlatformDatabase(dataDir)
    const { state } = await db.selectFrom('annotation_intakes').selectAll().executeTakeFirstOrThrow()
    expect(state).toBe('done')
    await db.updateTable('annotation_intakes').set({ state: 'waiting' }).execute()
    await db.destroy()
    h = await start()
    expect((await annotationsOf(dataset, '1.jpg')).length).toBe(1)
    await h.api('DELETE', `/annotations/${dataset.id}/1.jpg`)
    await h.close()
    h = await start()
    expect((await annotationsOf(dataset, '1.jpg')).length).toBe(0)
  })

  it('needs an existing data set that accepts boxes or outlines', async () => {
    const at = 'out /dataset_project_id'
    const points = await create('Points', { annotation_types: ['keypoint'] })
    expect(await issuesOf(annotatingGraph('nobody'))).toEqual([`resource.dataset_missing ${at}`])
    expect(await issuesOf(annotatingGraph(points.id))).toEqual([`resource.dataset_refuses_boxes ${at}`])
    expect(await issuesOf(annotatingGraph((await create('Street')).id))).toEqual([])
  })
})
