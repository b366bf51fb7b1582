/** A run depends on its video and its graph alone: not on the sinks beside, nor on the use of a frame's memory before. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Clip, FORMATS, type FormatName, makeClip } from '../media/make-clip.ts'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()

/** H.273 code points of primaries, transfer and matrix. */
const TAGS = {
  none: [2, 2, 2],
  'BT.709': [1, 1, 1],
  PAL: [5, 6, 5],
  'Display P3': [12, 13, 1],
  'BT.2020': [9, 14, 9],
  'BT.2020 without a transfer': [9, 2, 9],
  PQ: [9, 16, 9],
  HLG: [9, 18, 9],
} as const

/** Wires and sinks beside the detections, by name. */
const SINKS: Record<string, [nodes: Record<string, [string, object]>, wires: string[]]> = {
  'video of the source': [{ plain: ['sink', { kind: 'annotated_video', quality: 'draft' }] }, ['source>plain']],
  'drawn video': [
    { draw: ['visualize', {}], drawn: ['sink', { kind: 'annotated_video', quality: 'draft' }] },
    ['find>draw', 'draw>drawn'],
  ],
  crops: [{ crop: ['crop', { emit_crops: true }], table: ['sink', { kind: 'csv' }] }, ['find>crop', 'find>table']],
}

const clips = fc.record({
  format: fc.constantFrom(...(Object.keys(FORMATS) as FormatName[])),
  tags: fc.constantFrom(...(Object.keys(TAGS) as (keyof typeof TAGS)[])),
  fullRange: fc.boolean(),
  interlaced: fc.constantFrom('no', 'yes', 'from the middle on'),
  aspect: fc.constantFrom<[number, number]>([1, 1], [16, 11]),
  deinterlace: fc.constantFrom('off', 'auto'),
  sinks: fc.subarray(Object.keys(SINKS), { minLength: 1 }),
})

let number = 0

async function run(video: string, deinterlace: string, names: readonly string[]) {
  const outDir = join(folder, `run-${number++}`)
  const sinks = names.map((name) => SINKS[name] as (typeof SINKS)[string])
  const graph = graphOf(
    {
      find: ['model', { model_id: 'colours', confidence_threshold: 0.1 }],
      lines: ['sink', { kind: 'json' }],
      ...Object.fromEntries(sinks.flatMap(([nodes]) => Object.entries(nodes))),
    },
    ['source>find', 'find>lines', ...sinks.flatMap(([, wires]) => wires)],
  )
  for (const node of graph.nodes) if (node.type === 'source') Object.assign(node.config, { deinterlace })
  const { error, artifacts } = await runHere(jobOf(graph, video, outDir))
  expect(error).toBeNull()
  const files = artifacts.map(({ name }) => name).filter((name) => name.endsWith('.mp4') || name.endsWith('.csv'))
  return {
    detections: recordsOf(outDir, 'lines.jsonl'),
    files: Object.fromEntries(files.map((name) => [name, readFileSync(join(outDir, name)).toString('base64')])),
  }
}

test('the same run has the same bytes, and the same detections with any sinks', async () => {
  await fc.assert(
    fc.asyncProperty(clips, async ({ tags, interlaced, deinterlace, sinks, ...rest }) => {
      const path = join(folder, `clip-${number++}.mkv`)
      const isInterlaced: Clip['isInterlaced'] = (frame) => interlaced === 'yes' || (interlaced !== 'no' && frame >= 6)
      await makeClip({ ...rest, path, tags: TAGS[tags], isInterlaced, frames: 16 })
      const alone = await run(path, deinterlace, [])
      const first = await run(path, deinterlace, sinks)
      expect(first.detections).toEqual(alone.detections)
      expect(alone.detections).toHaveLength(16)
      expect(await run(path, deinterlace, sinks)).toEqual(first)
    }),
    {
      numRuns: 8,
      // Kinds that differed from run to run.
      examples: [
        [
          {
            format: 'yuv420p10',
            tags: 'Display P3',
            fullRange: false,
            interlaced: 'no',
            aspect: [1, 1],
            deinterlace: 'off',
            sinks: ['video of the source', 'drawn video'],
          },
        ],
        [
          {
            format: 'yuv420p',
            tags: 'HLG',
            fullRange: false,
            interlaced: 'no',
            aspect: [1, 1],
            deinterlace: 'off',
            sinks: ['video of the source'],
          },
        ],
      ],
    },
  )
}, 60_000)
