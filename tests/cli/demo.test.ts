import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunCounts } from '../../src/shared/domain/event.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { root } from '../engine/support/bundles.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { sightline } from './cli.ts'

type Line = Pick<RunCounts['lines'][number], 'name' | 'a_to_b' | 'b_to_a' | 'by_class'>

/** Classes that never crossed may be there with zeros or not at all. */
const comparable = (lines: readonly Line[]) =>
  lines.map(({ name, a_to_b, b_to_a, by_class }) => ({
    ...{ name, a_to_b, b_to_a },
    by_class: Object.fromEntries(Object.entries(by_class).filter(([, c]) => c.a_to_b + c.b_to_a > 0)),
  }))

test('the demo counts exactly what crossed the lines', { timeout: 600_000 }, async () => {
  const folder = testFolder()
  const { code, stdout } = await sightline(['run', '--demo', '--out', 'demo', '--json'], folder)
  const run = JSON.parse(stdout) as WorkflowRun
  const truth = JSON.parse(readFileSync(join(root, 'resources', 'demo', 'street-crossing.truth.json'), 'utf8'))
  expect(run.error).toBeNull()
  expect(code).toBe(0)
  expect(run.progress.frames_done).toBe(truth.frame_count)
  expect(comparable(run.counts.lines)).toEqual(comparable(truth.lines))
  expect(run.artifacts.map((a) => a.kind).sort()).toEqual(
    ['annotated_video', 'csv', 'csv', 'evidence', 'json', 'log', 'manifest'].sort(),
  )
})
