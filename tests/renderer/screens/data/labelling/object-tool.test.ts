import { describe, expect, it } from 'vitest'
import { LabellingDocument } from '../../../../../src/renderer/screens/data/labelling/document/document.ts'
import { ObjectFitting } from '../../../../../src/renderer/screens/data/labelling/stage/object-fitting.ts'
import { ShapeEdits } from '../../../../../src/renderer/screens/data/labelling/stage/shape-edits.ts'
import type {
  FoundObject,
  ObjectPrompt,
  Outliner,
} from '../../../../../src/renderer/screens/data/labelling/tools/tool.ts'
import { box, IMAGE, idOf, polygon, rectangle, toolOn } from './shapes.ts'

const FOUND: FoundObject = {
  box: { x: 100, y: 100, w: 50, h: 40 },
  polygon: { paths: [rectangle(100, 100, 50, 40)] },
}

/** Answers each prompt when the test says so. */
function outliner() {
  const prompts: ObjectPrompt[] = []
  const answers: ((found: FoundObject | null) => void)[] = []
  const made: Outliner = {
    outline: (prompt) => {
      prompts.push(prompt)
      return new Promise((resolve) => answers.push(resolve))
    },
  }
  const answer = async (i: number, found: FoundObject | null = FOUND) => {
    answers[i]?.(found)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { made, prompts, answer }
}

describe('the object tool', () => {
  it('outlines the object at a click, refines it by further places, and keeps it with Enter', async () => {
    const { made, prompts, answer } = outliner()
    const { tool, document, click } = toolOn('object', [], made)
    click(120, 120)
    expect(tool.finish()).toBe(false)
    await answer(0)
    click(140, 130)
    click(10, 10, { alt: true })
    expect(prompts.at(-1)).toEqual({
      inside: [
        { x: 120, y: 120 },
        { x: 140, y: 130 },
      ],
      outside: [{ x: 10, y: 10 }],
    })
    // An answer to an earlier prompt comes last.
    await answer(2)
    await answer(1, null)
    expect(document.ordered).toEqual([])
    expect(tool.draft().changed).toMatchObject([{ type: 'polygon' }, {}, {}, {}])
    expect(tool.finish()).toBe(true)
    expect(document.ordered).toMatchObject([{ name: 'car', type: 'polygon', polygon: FOUND.polygon }])
    expect(tool.draft().changed).toEqual([])
  })

  it('outlines the object in a box, as a box for a class of boxes', async () => {
    const { made, prompts, answer } = outliner()
    const { tool, document, drag } = toolOn('object', [], made, 'bbox')
    drag([160, 150], [90, 90])
    expect(prompts).toEqual([{ box: { x: 90, y: 90, w: 70, h: 60 } }])
    await answer(0)
    tool.finish()
    expect(document.ordered).toMatchObject([{ type: 'bbox', bounding_box: FOUND.box }])
  })

  it('takes places back, and discards the outline with Escape', async () => {
    const { made, prompts, answer } = outliner()
    const { tool, document, click } = toolOn('object', [], made)
    click(120, 120)
    click(130, 120)
    expect(tool.back()).toBe(true)
    expect(prompts.at(-1)).toEqual({ inside: [{ x: 120, y: 120 }], outside: [] })
    await answer(2)
    expect(tool.cancel()).toBe(true)
    expect(tool.finish()).toBe(false)
    expect(document.ordered).toEqual([])
  })

  it('says why nothing happens', async () => {
    const { made, answer } = outliner()
    const { click, refusals } = toolOn('object', [], made)
    click(10, 10, { alt: true })
    click(10, 10)
    await answer(0, null)
    const without = toolOn('object')
    without.click(10, 10)
    expect([...refusals, ...without.refusals]).toEqual(['noObjectYet', 'noObject', 'noOutliner'])
  })
})

describe('fitting to the object', () => {
  function fitting(shapes: Parameters<typeof toolOn>[1]) {
    const found = outliner()
    const document = new LabellingDocument(shapes ?? [], () => {})
    const edits = new ShapeEdits(document, IMAGE, () => false)
    return { document, found, objects: new ObjectFitting(document, edits, found.made) }
  }

  it('replaces a box by the bounds and a polygon by the outline of the object, each as one step', async () => {
    const { document, found, objects } = fitting([
      box(0, 90, 90, 80, 80, { review: 'pending' }),
      polygon(1, [rectangle(95, 95, 70, 70)]),
    ])
    for (const id of [idOf(0), idOf(1)]) {
      document.select([id])
      const done = objects.fit()
      await found.answer(found.prompts.length - 1)
      expect(await done).toBe(true)
    }
    expect(document.ordered).toMatchObject([
      { bounding_box: FOUND.box, review: 'corrected' },
      { polygon: FOUND.polygon },
    ])
    document.undo()
    document.undo()
    expect(document.get(idOf(0))).toMatchObject({ bounding_box: { x: 90, w: 80 }, review: 'pending' })
  })

  it('fits an annotation that was saved or renamed meanwhile', async () => {
    const { document, found, objects } = fitting([box(0, 90, 90, 80, 80)])
    document.select([idOf(0)])
    const done = objects.fit()
    document.replace([box(0, 90, 90, 80, 80, { name: 'van' })])
    await found.answer(0)
    expect(await done).toBe(true)
    expect(document.get(idOf(0))).toMatchObject({ name: 'van', bounding_box: FOUND.box })
  })

  it('changes nothing when the outline was changed meanwhile, or when more than one is selected', async () => {
    const { document, found, objects } = fitting([box(0, 90, 90, 80, 80), box(1, 10, 10, 20, 20)])
    document.select([idOf(0)])
    const done = objects.fit()
    document.gesture([{ action: 'update', id: idOf(0), fields: { bounding_box: { x: 90, y: 90, w: 70, h: 80 } } }])
    await found.answer(0)
    expect(await done).toBe(false)
    expect(document.get(idOf(0))).toMatchObject({ bounding_box: { w: 70 } })
    document.select([idOf(0), idOf(1)])
    expect(objects.fit()).toBeNull()
  })
})
