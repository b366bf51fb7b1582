import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crop, MAX_CROP_FILES } from '../../../src/engine/blocks/crop.ts'
import type { Executor, NodeContext } from '../../../src/engine/nodes/executor.ts'
import { createOutputFolder } from '../../../src/engine/output/output-folder.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { englishOf, type Message } from '../../../src/shared/messages/message.ts'
import { testFolder } from '../support/test-folder.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'

const folder = testFolder()

const detections = (count: number): Detection[] =>
  Array.from({ length: count }, (_, id) => ({
    box: { x1: 20, y1: 20, x2: 40, y2: 36 },
    score: 0.9,
    classId: 0,
    className: 'car',
    modelNodeId: 'm',
    id,
  }))

async function store(name: string, frames: number, perFrame: number, blocks: number) {
  const config = withDefaults('crop', { emit_crops: true, max_crops: 500 })
  const nodes = Array.from({ length: blocks }, (_, i) => ({ id: `cut-${i}`, kind: 'crop', config }))
  const output = await createOutputFolder(join(folder, name), name)
  const warnings: string[] = []
  const context = { node: nodes[0], plan: { nodes }, output, warn: (w: Message) => warnings.push(englishOf(w)) }
  const executor = (await crop(context as unknown as NodeContext<'crop'>)) as Executor
  for (let i = 0; i < frames; i++) {
    const input = { frame: plainFrame(i, i / 10), frames: [], events: [], found: noFindings }
    await executor.process({ ...input, detections: detections(perFrame) })
  }
  await executor.finish?.([], 1)
  return { output, warnings }
}

test('stored crops are plain files named after block, frame and number, and appear once the run is done', async () => {
  const { output, warnings } = await store('few', 2, 2, 1)
  expect(readdirSync(join(folder, 'few'))).toEqual(['.work-few'])
  const artifacts = await output.describe()
  await output.commit(() => undefined)
  const names = [
    'cut-0-crop-000000-1.jpg',
    'cut-0-crop-000000-2.jpg',
    'cut-0-crop-000001-1.jpg',
    'cut-0-crop-000001-2.jpg',
  ]
  expect(readdirSync(join(folder, 'few')).sort()).toEqual(names)
  expect(artifacts.map((a) => a.name)).toEqual(names)
  for (const a of artifacts) expect(a).toMatchObject({ kind: 'crops', node_id: 'cut-0', media_type: 'image/jpeg' })
  expect(warnings).toEqual([])
})

test('a run limits its crops and reports how many it skipped; blocks share the limit', async () => {
  const blocks = 40
  const limit = MAX_CROP_FILES / blocks
  const { output, warnings } = await store('many', 2, limit / 2 + 10, blocks)
  await output.commit(() => undefined)
  expect(readdirSync(join(folder, 'many'))).toHaveLength(limit)
  expect(warnings).toEqual([`The first ${limit} crops were stored as images; 20 more were skipped.`])
})

test('a run that fails keeps no crops', async () => {
  const { output } = await store('failed', 1, 2, 1)
  await output.discard()
  expect(readdirSync(join(folder, 'failed'))).toEqual([])
})
