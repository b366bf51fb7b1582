/** Short runs on numbered clips: made over the bridge in a second or two, with a line and zones of known counts. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import type { Square } from '../engine/support/test-frames.ts'
import { type RunningHost, root } from './host.ts'
import type { Maker } from './runs-over-bridge.ts'

export const FPS = 10
export const FRAMES = 60

/** Cell size of the model: a square that fills one is detected as one object. */
export const CELL = 8

/** A red square walks from left to right, a green one in reverse and twice as fast, until it has left. */
export function walkers(i: number): Square[] {
  const red: Square = { x: CELL * (1 + Math.floor(i / 4)), y: 32, side: CELL, color: 'red' }
  const x = CELL * (18 - Math.floor(i / 2))
  return x < 0 ? [red] : [red, { x, y: 64, side: CELL, color: 'green' }]
}

/** A line through the middle, a zone to its right, and one in a corner that stays empty. */
export const GEOMETRIES = [
  { kind: 'line', name: 'Middle', points: corners('0.5 0.02, 0.5 0.98') },
  { kind: 'zone', name: 'Yard', points: corners('0.55 0.2, 0.98 0.2, 0.98 0.98, 0.55 0.98') },
  { kind: 'zone', name: 'Never entered', points: corners('0.01 0.01, 0.03 0.01, 0.03 0.03') },
]

function corners(text: string): number[][] {
  return text.split(', ').map((point) => point.split(' ').map(Number))
}

/** Imports a model of tests/fixtures/models and returns its id. */
export async function importModel(maker: Maker, name: string): Promise<string> {
  const gcs_uri = await maker.upload(join(root, 'tests', 'fixtures', 'models', `${name}.onnx`), 'model')
  return (await maker.api<{ id: string }>('models.import', { body: { name, gcs_uri } })).id
}

/** Detects, tracks and counts on a video; `sinks` receive the results, each by its config. */
export function countingGraph(gcs_uri: string, model: object, sinks: Record<string, object>) {
  const found = Object.entries(sinks).map(([id, config]) => ({ id, type: 'sink', config }))
  return {
    version: 1,
    nodes: [
      { id: 'source', type: 'source', config: { kind: 'video', gcs_uri } },
      { id: 'find', type: 'model', config: model },
      { id: 'track', type: 'track', config: {} },
      { id: 'count', type: 'measure', config: { geometries: GEOMETRIES } },
      ...found,
    ],
    edges: [
      { source: 'source', target: 'find' },
      { source: 'find', target: 'track' },
      { source: 'track', target: 'count' },
      ...found.flatMap(({ id, config }) => {
        const { kind } = config as { kind: string }
        const detections = { source: 'track', target: id }
        const events = { source: 'count', target: id }
        return kind === 'webhook' ? [events] : kind === 'annotations' ? [detections] : [detections, events]
      }),
    ],
  }
}

export async function runOf(maker: Maker, name: string, graph: object): Promise<WorkflowRun> {
  const { id } = await maker.api<Workflow>('workflows.create', { body: { name, graph } })
  return maker.run(id)
}

/** Opens the page of a run, through the address that signs the browser in. */
export async function openRunPage(page: Page, host: RunningHost, run: WorkflowRun): Promise<void> {
  await page.goto(host.url)
  await page.goto(`${new URL(host.url).origin}/#/runs/${run.id}`)
}
