/** The demo, run whole: its counts are the ground truth. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunCounts } from '../../src/shared/domain/event.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { root } from '../engine/support/bundles.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { sightline } from './cli.ts'

const folder = testFolder()

/** The whole video takes minutes on a busy machine: this limit is for a run that hangs. */
const HANGS_MS = 600_000

type Line = Pick<RunCounts['lines'][number], 'name' | 'a_to_b' | 'b_to_a' | 'by_class'>

/** Classes that never crossed may be present with zeros or absent. */
const comparable = (lines: readonly Line[]) =>
  lines.map(({ name, a_to_b, b_to_a, by_class }) => ({
    name,
    a_to_b,
    b_to_a,
    by_class: Object.fromEntries(Object.entries(by_class).filter(([, c]) => c.a_to_b + c.b_to_a > 0)),
  }))

test('the demo counts exactly the objects that crossed the lines', { timeout: HANGS_MS }, async () => {
  const whole = await sightline(['run', '--demo', '--no-cache', '--out', 'whole', '--json'], folder)
  const run = JSON.parse(whole.stdout) as WorkflowRun
  const truth = JSON.parse(readFileSync(join(root, 'resources', 'demo', 'street-crossing.truth.json'), 'utf8'))
  expect(run.error).toBeNull()
  expect(whole.code).toBe(0)
  expect(run.progress.frames_done).toBe(truth.frame_count)
  expect(comparable(run.counts.lines)).toEqual(comparable(truth.lines))
  expect(run.artifacts.map((a) => a.kind).sort()).toEqual(
    ['annotated_video', 'csv', 'csv', 'evidence', 'json', 'log', 'manifest'].sort(),
  )
})
