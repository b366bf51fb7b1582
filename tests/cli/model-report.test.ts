import { expect, it } from 'vitest'
import { modelReport } from '../../src/cli/model-report.ts'
import { inspectModel } from '../../src/engine/inference/inspect-model.ts'
import { modelFixture } from '../engine/support/bundles.ts'

const report = async (name: string) => modelReport(await inspectModel(modelFixture(name)))

it.each([
  ['colours-v8', 'suppressed by Sightline (NMS)'],
  ['colours-v8-segment', 'suppressed by Sightline (NMS)'],
  ['colours-v8-pose', 'suppressed by Sightline (NMS)'],
  ['colours-torchvision', 'suppressed inside the model (NMS)'],
])('says who suppresses overlapping boxes of %s', async (name, who) => {
  expect(await report(name)).toContain(`Overlaps     ${who}`)
})

it.each(['colours-classify', 'colours-semantic', 'colours-reid'])('has nothing on overlaps of %s', async (name) => {
  expect(await report(name)).not.toContain('Overlaps')
})
