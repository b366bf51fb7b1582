import { describe, expect, it } from 'vitest'
import { areaOf } from '../../../../../src/renderer/screens/data/labelling/outline/clip.ts'
import { type Point, pathsOf } from '../../../../../src/renderer/screens/data/labelling/outline/outline.ts'
import { box, idOf, polygon, rectangle, toolOn } from './shapes.ts'

const square = rectangle(100, 100, 100, 100)

describe('the box tool', () => {
  it('draws by a drag in any direction', () => {
    const { document, drag } = toolOn('box')
    drag([120, 90], [50, 20])
    expect(document.ordered).toMatchObject([
      { name: 'car', type: 'bbox', bounding_box: { x: 50, y: 20, w: 70, h: 70 } },
    ])
    expect(document.selection.size).toBe(0)
  })

  it('draws by two clicks, with the box visible between them', () => {
    const { tool, document, click, press } = toolOn('box')
    click(10, 10)
    tool.move(press(60, 50), false)
    expect(tool.draft().changed).toMatchObject([{ bounding_box: { x: 10, y: 10, w: 50, h: 40 } }])
    click(60, 50)
    expect(document.ordered).toMatchObject([{ bounding_box: { x: 10, y: 10, w: 50, h: 40 } }])
  })

  it('ends at the border of the image', () => {
    const { document, drag } = toolOn('box')
    drag([350, 250], [900, 900])
    expect(document.ordered).toMatchObject([{ bounding_box: { x: 350, y: 250, w: 50, h: 50 } }])
  })

  it('is cancelled without a shape', () => {
    const { tool, document, click } = toolOn('box')
    click(10, 10)
    expect(tool.cancel()).toBe(true)
    expect(tool.cancel()).toBe(false)
    click(60, 50)
    expect(document.ordered).toEqual([])
  })

  it('draws from four extreme points in any order', () => {
    const { document, click, tool } = toolOn('extremes')
    click(50, 10)
    click(90, 40)
    click(999, 999)
    expect(tool.back()).toBe(true)
    click(20, 60)
    expect(document.ordered).toEqual([])
    click(60, 80)
    expect(document.ordered).toMatchObject([{ bounding_box: { x: 20, y: 10, w: 70, h: 70 } }])
  })
})

describe('the polygon tool', () => {
  it('closes at its first vertex, with Enter, and with a double click', () => {
    for (const close of ['first', 'enter', 'double'] as const) {
      const { tool, document, click } = toolOn('polygon')
      click(10, 10)
      click(100, 10)
      click(100, 80)
      if (close === 'first') click(12, 11)
      else if (close === 'enter') tool.finish()
      else click(100, 80, { clicks: 2 })
      expect(document.ordered.map(pathsOf)).toEqual([
        [
          [
            { x: 10, y: 10 },
            { x: 100, y: 10 },
            { x: 100, y: 80 },
          ],
        ],
      ])
    }
  })

  it('takes the last vertex back, and keeps an outline of two open', () => {
    const { tool, document, click } = toolOn('polygon')
    click(10, 10)
    click(100, 10)
    click(100, 80)
    tool.back()
    tool.finish()
    expect(document.ordered).toEqual([])
    click(50, 90)
    tool.finish()
    expect(document.ordered).toHaveLength(1)
  })

  it('snaps to a vertex of another shape with Ctrl', () => {
    const { tool, document, click } = toolOn('polygon', [box(0, 100, 100, 50, 50)])
    click(97, 103, { snaps: true })
    expect(tool.draft().snap).toEqual({ x: 100, y: 100 })
    click(20, 100)
    click(20, 20)
    tool.finish()
    expect(document.ordered[1]?.polygon?.paths[0]?.[0]).toEqual({ x: 100, y: 100 })
  })
})

describe('the other drawing tools', () => {
  it('draw a polyline by clicks, and a keypoint by one', () => {
    const line = toolOn('polyline')
    line.click(10, 10)
    line.click(50, 60)
    line.tool.finish()
    expect(line.document.ordered).toMatchObject([{ type: 'polyline', polyline: { points: [{ x: 10 }, { x: 50 }] } }])
    const point = toolOn('keypoint')
    point.click(30, 40)
    expect(point.document.ordered).toMatchObject([{ type: 'keypoint', keypoint: { x: 30, y: 40 } }])
  })

  it('refuse to begin without a class of their type', () => {
    for (const name of ['box', 'extremes', 'polygon', 'polyline', 'keypoint'] as const) {
      const { context, refusals, document, click } = toolOn(name)
      context.className = () => null
      click(10, 10)
      expect(refusals).toContain('noClass')
      expect(document.ordered).toEqual([])
    }
  })
})

describe('the select tool', () => {
  it('takes the smallest shape, and goes deeper with a repeated click', () => {
    const { tool, document, click, press } = toolOn('select', [box(0, 0, 0, 200, 200), box(1, 20, 20, 100, 100)])
    tool.move(press(60, 60), false)
    expect(tool.draft().hover).toEqual([idOf(1)])
    const taken = [1, 2, 3].map(() => {
      click(60, 60)
      expect(tool.draft().hover).toEqual([])
      return [...document.selection]
    })
    expect(taken).toEqual([[idOf(1)], [idOf(0)], [idOf(1)]])
    click(300, 250)
    expect(document.selection.size).toBe(0)
  })

  it('moves what it takes in one gesture, as far as the image reaches', () => {
    const { document, drag, operations } = toolOn('select', [box(0, 10, 10, 50, 50)])
    drag([30, 30], [-200, 60])
    expect(document.get(idOf(0))).toMatchObject({ bounding_box: { x: 0, y: 40, w: 50, h: 50 } })
    expect(operations).toHaveLength(1)
    document.undo()
    expect(document.get(idOf(0))).toMatchObject({ bounding_box: { x: 10, y: 10 } })
  })

  it('moves several shapes by the same step', () => {
    const { document, drag } = toolOn('select', [box(0, 10, 10, 50, 50), box(1, 340, 10, 50, 50)])
    document.select([idOf(0), idOf(1)])
    drag([30, 30], [100, 30])
    expect(document.ordered.map((a) => a.bounding_box?.x)).toEqual([20, 350])
  })

  it('resizes at a corner and at a side', () => {
    const { document, drag } = toolOn('select', [box(0, 100, 100, 100, 100)])
    document.select([idOf(0)])
    drag([200, 200], [250, 220])
    expect(document.get(idOf(0))?.bounding_box).toEqual({ x: 100, y: 100, w: 150, h: 120 })
    drag([100, 130], [80, 130])
    expect(document.get(idOf(0))?.bounding_box).toEqual({ x: 80, y: 100, w: 170, h: 120 })
  })

  it('moves a vertex, inserts one at the ghost, and deletes one with Alt', () => {
    const { tool, document, drag, click, press, refusals } = toolOn('select', [polygon(0, [square])])
    document.select([idOf(0)])
    const ring = () => document.get(idOf(0))?.polygon?.paths[0] as Point[]
    drag([100, 100], [90, 80])
    expect(ring()[0]).toEqual({ x: 90, y: 80 })
    tool.move(press(200, 150), false)
    expect(tool.draft().ghost).toEqual({ x: 200, y: 150 })
    drag([200, 150], [230, 150])
    expect(ring()).toHaveLength(5)
    expect(ring()[2]).toEqual({ x: 230, y: 150 })
    click(230, 150, { alt: true })
    click(200, 200, { alt: true })
    expect(ring()).toHaveLength(3)
    click(200, 100, { alt: true })
    expect(ring()).toHaveLength(3)
    expect(refusals).toEqual(['tooFewVertices'])
  })

  it('selects with Shift: one more by a click, all inside by a drag over nothing', () => {
    const { document, click, drag } = toolOn(
      'select',
      [0, 1, 2].map((n) => box(n, 20 + 60 * n, 20, 30, 30)),
    )
    click(30, 30)
    click(90, 30, { shift: true })
    expect([...document.selection]).toEqual([idOf(0), idOf(1)])
    document.select([])
    drag([70, 5], [190, 100], { shift: true })
    expect([...document.selection].sort()).toEqual([idOf(1), idOf(2)])
  })

  it('leaves locked and hidden shapes alone', () => {
    const { document, click } = toolOn('select', [box(0, 10, 10, 50, 50), box(1, 100, 10, 50, 50)])
    document.lock([idOf(0)], true)
    document.hide([idOf(1)], true)
    click(30, 30)
    click(120, 30)
    expect(document.selection.size).toBe(0)
  })

  it('marks a proposal that it changes as corrected', () => {
    const { document, drag } = toolOn('select', [box(0, 10, 10, 50, 50, { review: 'pending', confidence: 0.4 })])
    drag([30, 30], [40, 30])
    expect(document.get(idOf(0))?.review).toBe('corrected')
    document.undo()
    expect(document.get(idOf(0))?.review).toBe('pending')
  })

  it('forgets a drag that is cancelled', () => {
    const { tool, document, press } = toolOn('select', [box(0, 10, 10, 50, 50)])
    tool.down(press(30, 30))
    tool.move(press(90, 90), true)
    expect(tool.draft().changed).toHaveLength(1)
    tool.cancel()
    tool.up(press(90, 90))
    expect(tool.draft().changed).toEqual([])
    expect(document.canUndo).toBe(false)
  })
})

describe('cut, split and merge', () => {
  it('cut a hole into the polygon below the first click', () => {
    const { tool, document, click } = toolOn('cut', [polygon(0, [square])])
    for (const { x, y } of rectangle(130, 130, 40, 40)) click(x, y)
    tool.finish()
    expect(document.get(idOf(0))?.polygon?.paths).toHaveLength(2)
    document.undo()
    expect(document.get(idOf(0))?.polygon?.paths).toEqual([square])
  })

  it('split the selected polygon as soon as the line leaves it, as one step', () => {
    const { document, click } = toolOn('split', [polygon(0, [square], { confidence: 0.5 })])
    document.select([idOf(0)])
    click(80, 150)
    click(220, 150)
    expect(document.ordered.map((a) => areaOf(pathsOf(a)))).toEqual([5000, 5000])
    expect(document.ordered[1]).toMatchObject({ name: 'road', confidence: 0.5 })
    expect(document.selection.size).toBe(2)
    document.undo()
    expect(document.ordered).toHaveLength(1)
  })

  it('merge two polygons that are clicked, and undo it as one step', () => {
    const { tool, document, click } = toolOn('merge', [
      polygon(0, [rectangle(10, 10, 50, 50)]),
      polygon(1, [rectangle(40, 10, 50, 50)]),
    ])
    click(20, 20)
    click(80, 20)
    tool.finish()
    expect(document.ordered.map((a) => areaOf(pathsOf(a)))).toEqual([4000])
    document.undo()
    expect(document.ordered).toHaveLength(2)
  })

  it('name the reason when there is nothing to cut, split or merge', () => {
    const cut = toolOn('cut', [box(0, 10, 10, 50, 50)])
    cut.click(20, 20)
    const beside = toolOn('cut', [polygon(0, [square])])
    beside.document.select([idOf(0)])
    for (const { x, y } of rectangle(10, 10, 40, 40)) beside.click(x, y)
    beside.tool.finish()
    const merge = toolOn('merge', [polygon(0, [square]), box(1, 10, 10, 50, 50)])
    merge.click(150, 150)
    merge.click(20, 20)
    merge.tool.finish()
    expect([cut.refusals, beside.refusals, merge.refusals]).toEqual([['noPolygon'], ['notCut'], ['tooFewToMerge']])
  })
})
