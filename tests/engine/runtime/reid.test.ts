import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelFixture } from '../support/bundles.ts'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()

/** Two squares that jump to and fro, and past each other, further than boxes overlap. */
const makeVideo = () =>
  writeVideo(join(folder, 'jumps.mp4'), 12, (index) => {
    const isUp = index % 4 < 2
    return [
      { x: isUp ? 16 : 112, y: isUp ? 16 : 64, color: 'red' },
      { x: isUp ? 112 : 16, y: isUp ? 16 : 64, color: 'green' },
    ]
  })

const graphWith = (track: object) =>
  graphOf(
    {
      model: ['model', { model_id: 'colours', confidence_threshold: 0.3, iou_threshold: 0.1 }],
      track: ['track', { tracker: 'botsort', camera_motion: 'off', proximity_threshold: 1, ...track }],
      sink: ['sink', { kind: 'json' }],
    },
    ['source>model', 'model>track', 'track>sink'],
  )

/** Classes of each id over the whole run. */
function classesById(outDir: string, file: string): Map<number, Set<string>> {
  const seen = new Map<number, Set<string>>()
  for (const record of recordsOf(outDir, file)) {
    for (const d of (record.detections ?? []) as { track_id: number; class: string }[]) {
      seen.set(d.track_id, (seen.get(d.track_id) ?? new Set()).add(d.class))
    }
  }
  return seen
}

test.each([
  ['an appearance model', 'colours-reid'],
  ['an appearance model that takes four crops at a time', 'colours-reid-four'],
  ['an appearance model with a free batch', 'colours-reid-batch'],
])('with %s, objects keep their ids however far they jump', async (_, name) => {
  const video = await makeVideo()
  const reid = { path: modelFixture(name), name, sha256: name }
  const withReid = jobOf(graphWith({ reid_model_id: name }), video, join(folder, name))
  withReid.models.track = reid
  const outcome = await runHere(withReid)
  expect(outcome.error).toBeNull()
  const file = outcome.artifacts.find((a) => a.kind === 'json')?.name as string
  const seen = classesById(withReid.outDir, file)
  expect([...seen.keys()].sort()).toEqual([1, 2])
  for (const classes of seen.values()) expect(classes.size).toBe(1)

  // Without one each position has its own tracks.
  const without = jobOf(graphWith({}), video, join(folder, `without-${name}`))
  expect((await runHere(without)).error).toBeNull()
  expect(classesById(without.outDir, file).size).toBe(4)
})

test('an unusable appearance model fails the run and names the block', async () => {
  const video = await makeVideo()
  const job = jobOf(graphWith({ reid_model_id: 'colours' }), video, join(folder, 'wrong'))
  job.models.track = { path: modelFixture('colours-v8'), name: 'colours', sha256: 'c3' }
  expect(await runHere(job)).toMatchObject({
    status: 'error',
    error: {
      code: 'model_unsupported',
      node_id: 'track',
      message: expect.stringContaining('where one vector of shape'),
    },
  })
  delete job.models.track
  expect((await runHere(job)).error).toMatchObject({ code: 'model_missing', node_id: 'track' })
})
