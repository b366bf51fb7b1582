/** Every built-in template is valid, and yields on the demo video the results that its card promises. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { BUNDLED_TEMPLATES, bundledMedia, bundledModel, bundledTemplate } from '../../../src/shared/domain/bundled.ts'
import type { Artifact } from '../../../src/shared/domain/run.ts'
import { TEMPLATE_CARDS, TEMPLATE_GROUPS } from '../../../src/shared/domain/template-cards.ts'
import { WorkflowFile } from '../../../src/shared/graph/graph.ts'
import { validate } from '../../../src/shared/graph/validate.ts'
import { root } from '../support/bundles.ts'
import { jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const resource = (path: string | null): string => join(root, 'resources', path ?? 'missing')
const fileOf = (key: string): WorkflowFile =>
  Value.Parse(WorkflowFile, JSON.parse(readFileSync(resource(bundledTemplate(key)), 'utf8')))

/** The first frames of the demo already contain vehicles and people. */
const SECONDS = 0.2

/**
 * The artifacts of each template after this part of the demo, except log, manifest and evidence; any number of crops
 * counts as one.
 */
const LEAVES: Record<string, Artifact['kind'][]> = {
  'count-at-a-line': ['annotated_video', 'csv', 'csv', 'json'],
  'occupancy-and-dwell': ['annotated_video', 'csv', 'json'],
  'moving-camera': ['annotated_video', 'csv', 'json'],
  'crop-and-look-again': ['annotated_video', 'crops', 'json'],
  'two-models-united': ['annotated_video', 'csv', 'json'],
  'small-objects': ['annotated_video', 'csv', 'json'],
  'two-branches': ['annotated_video', 'annotated_video', 'csv', 'json'],
  'privacy-blur': ['annotated_video'],
}

test('every template has a card, in the order of the groups', () => {
  expect(TEMPLATE_CARDS.map((c) => c.key).sort()).toEqual(Object.keys(BUNDLED_TEMPLATES).sort())
  const places = TEMPLATE_CARDS.map((c) => TEMPLATE_GROUPS.indexOf(c.group))
  expect(places).toEqual([...places].sort())
  expect(new Set(places).size).toBe(TEMPLATE_GROUPS.length)
})

describe.each(TEMPLATE_CARDS.map((card) => [card.key, card] as const))('%s', (key, card) => {
  const { graph, layout, description } = fileOf(key)

  test('has no problem except for the choices that its card lists', () => {
    const issues = validate(graph)
    const open = issues.filter((i) => i.code === 'sink.not_set' || i.code === 'source.not_set')
    expect(issues.filter((i) => !open.includes(i))).toEqual([])
    expect(open.length > 0).toBe(card.needs !== null)
    for (const { node_id = '' } of open) {
      expect(card.needs).toContain(`“${layout?.titles?.[node_id]}”`)
    }
  })

  test('describes its results, and every block has a position of its own', () => {
    expect(description).toMatch(/\bCreates\b/)
    expect(Object.keys(layout?.nodes ?? {}).sort()).toEqual(graph.nodes.map((n) => n.id).sort())
    const places = Object.values(layout?.nodes ?? {})
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) {
        expect(Math.abs(a.x - b.x) >= 212 || Math.abs(a.y - b.y) >= 90, JSON.stringify([a, b])).toBe(true)
      }
    }
  })

  test.runIf(card.needs === null)('runs, and yields the results that it promises', { timeout: 60_000 }, async () => {
    const source = graph.nodes.find((n) => n.type === 'source')?.config as { gcs_uri: string; sample_fps?: number }
    const media = resource(bundledMedia(source.gcs_uri))
    const models = graph.nodes.filter((n) => n.type === 'model').map((n) => String(n.config.model_id))
    for (const id of models) expect(existsSync(resource(bundledModel(id)?.file ?? null))).toBe(true)
    const outDir = join(folder, key)
    const job = jobOf(graph, media, outDir, resource(bundledModel('street-detector')?.file ?? null))
    const run = await runHere({
      ...job,
      source: { ...job.source, sampleFps: source.sample_fps ?? null, durationS: SECONDS },
    })
    expect(run.error).toBeNull()
    expect(run.progress.frames_done).toBe(Math.ceil(SECONDS * (source.sample_fps ?? 25)))
    const left = run.artifacts.map((a) => a.kind).filter((kind) => !['log', 'manifest', 'evidence'].includes(kind))
    const isAnotherCrop = (kind: string, at: number) => kind === 'crops' && left.indexOf('crops') !== at
    expect(left.filter((kind, at) => !isAnotherCrop(kind, at)).sort()).toEqual(LEAVES[key])
    for (const { size_bytes } of run.artifacts) expect(size_bytes).toBeGreaterThan(0)
    const found = graph.nodes.filter((n) => n.type === 'model').map((n) => run.nodes[n.id]?.detections ?? 0)
    for (const count of found) expect(count).toBeGreaterThan(0)
  })
})
