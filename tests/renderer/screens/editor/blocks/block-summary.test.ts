import { describe, expect, it } from 'vitest'
import { summaryOf } from '../../../../../src/renderer/screens/editor/blocks/block-summary.ts'
import { BLOCK_KINDS } from '../../../../../src/shared/blocks/catalogue.ts'
import { node } from '../documents.ts'

const context = {
  modelName: (ref: string) => (ref === 'm1' ? 'street-detector' : undefined),
  sourceName: (uri: string) => (uri === 'file:gone' ? null : uri === 'file:1' ? 'street.mp4' : undefined),
}
const summary = (id: string, config: Record<string, unknown>) => summaryOf(node(id, config), context)

describe('the line below a block’s name', () => {
  it.each([
    ['source-1', {}, 'No video chosen'],
    ['source-1', { gcs_uri: 'file:1', sample_fps: 5 }, 'street.mp4 · 5 frames/s'],
    ['source-1', { gcs_uri: 'file:gone' }, 'File not found'],
    ['source-1', { gcs_uri: 'gs://b/my%20clip.mp4' }, 'my clip.mp4'],
    ['model-1', {}, 'No model chosen'],
    ['model-1', { model_id: 'm1', confidence_threshold: 0.25 }, 'street-detector · ≥ 25 %'],
    ['filter-1', { keep_classes: ['car'], min_confidence: 0.4 }, 'car · ≥ 40 %'],
    ['filter-1', { keep_classes: ['a', 'b', 'c', 'd'] }, 'a, b + 2'],
    [
      'condition-1',
      { rules: [{ subject: 'class_count', class_name: 'person', operator: '>=', threshold: 3 }] },
      'person ≥ 3',
    ],
    ['measure-1', {}, 'No line or zone drawn'],
    ['measure-1', { geometries: [{ kind: 'line' }, { kind: 'line' }, { kind: 'zone' }] }, '2 lines, 1 zone'],
    ['sink-1', { kind: 'csv', filename: 'counts' }, 'CSV · counts'],
    ['sink-1', { kind: 'webhook', url: 'https://example.org/hook' }, 'Webhook · example.org'],
  ])('of %s with %j is “%s”', (id, config, expected) => {
    expect(summary(id, config)).toBe(expected)
  })

  it('is defined for any settings, however damaged', () => {
    for (const kind of BLOCK_KINDS) {
      for (const value of [null, 7, 'x', [], {}]) {
        const config = Object.fromEntries(
          [
            'kind',
            'gcs_uri',
            'rules',
            'geometries',
            'keep_classes',
            'model_id',
            'blur_classes',
            'url',
            'prompt_classes',
          ].map((k) => [k, value]),
        )
        expect(summary(`${kind}-1`, config)).toBeTypeOf('string')
      }
    }
    expect(summaryOf({ id: 'x', type: 'teleport', config: {} }, context)).toContain('teleport')
  })
})
