import { describe, expect, it } from 'vitest'
import type { EditorDocument } from '../../../../../src/renderer/parts/workflow/document/document.ts'
import { apply } from '../../../../../src/renderer/screens/editor/document/command.ts'
import { type QuickFix, quickFix } from '../../../../../src/renderer/screens/editor/document/quick-fix.ts'
import type { Model } from '../../../../../src/shared/api/models.ts'
import { effectiveGraph } from '../../../../../src/shared/graph/effective-graph.ts'
import type { Issue } from '../../../../../src/shared/graph/issue.ts'
import { validate } from '../../../../../src/shared/graph/validate.ts'
import { doc } from '../documents.ts'

/** Applies the fix of the first problem with that code. */
function mend(before: EditorDocument, code: string): EditorDocument {
  const issue = validate(before.graph).find((i) => i.code === code)
  if (!issue) throw new Error(`no ${code}`)
  const fix = quickFix(before, issue)
  if (!fix) throw new Error(`no fix for ${code}`)
  return apply(before, fix.command)
}
const codes = (d: EditorDocument) => validate(d.graph).map((i) => i.code)

describe('quick fixes', () => {
  it('insert the missing track block between model and measure, and make space for it', () => {
    const after = mend(
      doc(
        ['source-1', 'model-1', 'measure-1', 'sink-1'],
        ['source-1>model-1', 'model-1>measure-1', 'measure-1>sink-1'],
      ),
      'measure.needs_track',
    )
    expect(codes(after)).not.toContain('measure.needs_track')
    expect(after.graph.edges.map((e) => `${e.source}>${e.target}`)).toEqual([
      'source-1>model-1',
      'measure-1>sink-1',
      'model-1>track-1',
      'track-1>measure-1',
    ])
    const { 'track-1': track, 'measure-1': measure } = after.layout.nodes
    expect(measure?.x).toBeGreaterThan(track?.x as number)
  })

  it('add a sink after the last block', () => {
    const after = mend(doc(['source-1', 'model-1'], ['source-1>model-1']), 'sink.missing')
    expect(codes(after)).not.toContain('sink.missing')
    expect(after.graph.edges.at(-1)).toMatchObject({ source: 'model-1', target: 'sink-1' })
  })

  it('add a sink at the end of a branch, and the blocks before the end need none of their own', () => {
    const before = doc(
      ['source-1', 'model-1', 'sink-1', 'filter-1', 'visualize-1'],
      ['source-1>model-1', 'model-1>sink-1', 'model-1>filter-1', 'filter-1>visualize-1'],
    )
    const fixes = validate(before.graph)
      .filter((i) => i.code === 'branch.no_sink')
      .map((i) => [i.node_id, quickFix(before, i)?.label])
    expect(fixes).toEqual([['visualize-1', 'Add a sink']])
    const end = validate(before.graph).find((i) => i.node_id === 'visualize-1') as Issue
    const after = apply(before, (quickFix(before, end) as QuickFix).command)
    expect(codes(after)).not.toContain('branch.no_sink')
    // Images are written as a video.
    expect(after.graph.nodes.at(-1)?.config.kind).toBe('annotated_video')
  })

  it('add a source before the model without one', () => {
    const after = mend(doc(['model-1', 'sink-1'], ['model-1>sink-1']), 'source.missing')
    expect(codes(after)).not.toContain('source.missing')
    expect(after.graph.edges.at(-1)).toMatchObject({ source: 'source-1', target: 'model-1' })
    expect(after.layout.nodes['source-1']?.x).toBeLessThan(after.layout.nodes['model-1']?.x as number)
  })

  it('restore a bypassed track block when a measure block lacks it', () => {
    const whole = doc(
      ['source-1', 'model-1', 'track-1', 'measure-1', 'sink-1'],
      ['source-1>model-1', 'model-1>track-1', 'track-1>measure-1', 'measure-1>sink-1'],
    )
    const before = apply(whole, { type: 'switch', nodeIds: ['track-1'], to: 'bypassed' })
    const issue = validate(effectiveGraph(before.graph, before.layout).graph).find(
      (i) => i.code === 'measure.needs_track',
    ) as Issue
    const fix = quickFix(before, issue) as QuickFix
    expect(fix.label).toBe('Enable “Track”')
    expect(apply(before, fix.command).layout.switches?.['track-1']).toBeUndefined()
  })

  it('remove the invalid wire', () => {
    const after = mend(doc(['source-1', 'track-1'], ['source-1>track-1']), 'edge.port_mismatch')
    expect(after.graph.edges).toEqual([])
  })

  it('wire an unreached block to the last block that fits', () => {
    const after = mend(
      doc(
        ['source-1', 'model-1', 'track-1', 'measure-1', 'sink-1'],
        ['source-1>model-1', 'model-1>track-1', 'measure-1>sink-1'],
      ),
      'node.unreachable',
    )
    expect(after.graph.edges.at(-1)).toMatchObject({ source: 'track-1', target: 'measure-1' })
    expect(codes(after)).not.toContain('node.unreachable')
  })

  it('fix the first of several unreached blocks', () => {
    const before = doc(['source-1', 'model-1', 'track-1'], ['model-1>track-1'])
    const label = (nodeId: string) =>
      validate(before.graph)
        .filter((i) => i.code === 'node.unreachable' && i.node_id === nodeId)
        .map((i) => quickFix(before, i)?.label)
    expect(label('model-1')).toEqual(['Connect to “Source”'])
    expect(label('track-1')).toEqual([])
  })

  it('offer no wire for a block without a match', () => {
    const before = doc(['source-1', 'track-1'])
    const issue = validate(before.graph).find((i) => i.code === 'node.unreachable')
    expect(issue && quickFix(before, issue)).toBeNull()
  })

  it('choose the model when only one is usable', () => {
    const before = doc(['source-1', 'model-1'], ['source-1>model-1'])
    const unset = validate(before.graph).find((i) => i.code === 'model.not_set') as Issue
    const model = (name: string, status: Model['status'] = 'ready') => ({ name, status }) as Model
    const fix = quickFix(before, unset, [model('training yet', 'training'), model('street')]) as QuickFix
    expect(fix.label).toBe('Use “street”')
    expect(codes(apply(before, fix.command))).not.toContain('model.not_set')
    expect(quickFix(before, unset, [model('street'), model('harbour')])).toBeNull()
    expect(quickFix(before, unset, [])).toBeNull()
  })

  it('do not guess where several solutions are possible', () => {
    const empty = doc(['source-1'])
    const unset = validate(empty.graph).find((i) => i.code === 'source.not_set')
    expect(unset && quickFix(empty, unset)).toBeNull()
  })
})
