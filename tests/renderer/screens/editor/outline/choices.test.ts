import { describe, expect, it } from 'vitest'
import { blocksAfter, blocksBetween, wiresToDraw } from '../../../../../src/renderer/screens/editor/outline/choices.ts'
import { doc } from '../documents.ts'

describe('the blocks that can be added after a block', () => {
  it('include every kind: those that fit, and the others with a reason', () => {
    const choices = blocksAfter(doc(['source']), 'source')
    const of = (kind: string) => choices.find((c) => c.kind === kind)
    expect(of('model')?.problem).toBeNull()
    expect(of('track')?.problem).toContain('takes detections')
    expect(of('source')?.problem).toContain('no input')
  })

  it('are listed for each output of a block with several', () => {
    const choices = blocksAfter(doc(['condition']), 'condition')
    expect(new Set(choices.map((c) => c.end.port))).toEqual(new Set(['true', 'false']))
    expect(choices.every((c) => c.port !== null)).toBe(true)
  })
})

describe('the blocks that can be inserted into a wire', () => {
  it('name the end that refuses', () => {
    const choices = blocksBetween(doc(['source', 'model', 'sink'], ['source>model', 'model>sink']), 'model')
    const into = (kind: string, to: string) => choices.find((c) => c.kind === kind && c.to === to)
    expect(into('track', 'sink')?.problem).toBeNull()
    expect(into('track', 'model')?.problem).toContain('takes detections')
    expect(into('sink', 'sink')?.problem).toContain('no output')
  })
})

describe('the wires that can be drawn', () => {
  it('include both directions, with the reason against each impossible one', () => {
    const graph = doc(['source', 'model', 'track'], ['source>model'])
    const choices = wiresToDraw(graph, 'model')
    const to = (other: string, side: 'to' | 'from') => choices.find((c) => c.other === other && c.side === side)
    expect(to('track', 'to')?.problem).toBeNull()
    expect(to('source', 'from')?.problem).toContain('connected already')
    expect(to('track', 'from')?.problem).not.toBeNull()
  })
})
