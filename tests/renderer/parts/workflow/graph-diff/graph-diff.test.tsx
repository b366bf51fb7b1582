/** The drawing of a diff with its list: signs besides colours, and a press that highlights a change. */
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { GraphDiff } from '../../../../../src/renderer/parts/workflow/graph-diff/graph-diff.tsx'
import { mergeGraphs } from '../../../../../src/renderer/parts/workflow/graph-diff/merged-graph.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'
import { doc, node } from '../../../screens/editor/documents.ts'

const before = doc(['source-1', 'model-1', 'filter-1'], ['source-1>model-1', 'model-1>filter-1'])
const after = doc(
  ['source-1', node('model-1', { confidence_threshold: 0.6 }), 'track-1'],
  ['source-1>model-1', 'model-1>track-1'],
)

describe('both graphs in one drawing', () => {
  it('contains every block once, without overlaps, and marks its change', () => {
    const { blocks, wires } = mergeGraphs(before, after)
    expect(blocks.map((b) => [b.title, b.mark])).toEqual([
      ['Source', null],
      ['Model', 'changed'],
      ['Track', 'added'],
      ['Filter', 'removed'],
    ])
    expect(wires.map((w) => [w.from.title, w.to.title, w.mark])).toEqual([
      ['Model', 'Filter', 'removed'],
      ['Source', 'Model', null],
      ['Model', 'Track', 'added'],
    ])
    for (const a of blocks)
      for (const b of blocks)
        if (a !== b) expect(Math.abs(a.x - b.x) >= a.width || Math.abs(a.y - b.y) >= a.height).toBe(true)
  })

  it('shows damaged graphs too: wires to nowhere, duplicate ids, no layout', () => {
    const broken = { ...doc(['source-1', 'source-1'], ['source-1>gone', 'gone>source-1']), layout: null }
    const { blocks } = mergeGraphs(broken, { ...after, layout: null })
    expect(new Set(blocks.map((b) => b.key)).size).toBe(blocks.length)
    expect(mergeGraphs(after, { ...doc([]), layout: null }).blocks.map((b) => b.mark)).toEqual([
      'removed',
      'removed',
      'removed',
    ])
  })
})

describe('the list of changes', () => {
  it('describes everything in text, and a press highlights the block', () => {
    const { container } = renderWith(createFakeHost(), <GraphDiff before={before} after={after} />)
    const list = screen.getByRole('list', { name: 'Changes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((li) => li.textContent),
    ).toEqual(['Track added', 'Filter removed', 'Model: confidence 0.25 → 0.6'])
    expect(
      screen.getByRole('region', { name: 'Both graphs in one diagram. 1 added, 1 removed, 1 changed' }),
    ).toBeTruthy()
    const row = within(list).getByRole('button', { name: 'Model: confidence 0.25 → 0.6' })
    fireEvent.click(row)
    expect(row.getAttribute('aria-pressed')).toBe('true')
    expect(container.querySelector('[data-shown]')?.textContent).toContain('Model')
    fireEvent.click(row)
    expect(container.querySelector('[data-shown]')).toBeNull()
  })

  it('reports two equal graphs', () => {
    renderWith(createFakeHost(), <GraphDiff before={before} after={structuredClone(before)} />)
    expect(screen.getByText('No differences.')).toBeTruthy()
  })
})
