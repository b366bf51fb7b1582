/** Single changes of annotations by several people. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnnotationOperation, OperationResult } from '../../../../src/shared/api/image-annotations.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addMember } from '../../support/people.ts'
import { box, type Desk, newUuid, openDesk } from './annotation-desk.ts'

let h: Harness
let desk: Desk
/** Keys of two people. */
let ada: string
let ben: string
beforeAll(async () => {
  h = await startHarness()
  const keyOf = async () => {
    const { user_id: userId } = await addMember(h, `${newUuid()}@example.com`)
    return h.platform.createKey('member', { userId })
  }
  ada = await keyOf()
  ben = await keyOf()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  desk = await openDesk(h)
})

const { id: _, ...newBox } = box('x')
const at = (x: number) => ({ x, y: 20, w: 100, h: 40 })
const only = (results: OperationResult[]) => results[0] as OperationResult

describe('operations', () => {
  it('create, change and delete annotations in one change', async () => {
    const [a, b, c] = [newUuid(), newUuid(), newUuid()]
    await desk.save([box(a), box(b, 50, { attributes: { colour: 'red', doors: 4 } })])
    const { body, headers } = await desk.edit([
      { id: c, action: 'create', base_revision: 1, fields: { ...newBox, z: 3 } },
      { id: b, action: 'update', base_revision: 1, fields: { name: 'van', attributes: { colour: null, wet: true } } },
      { id: a, action: 'delete', base_revision: 1 },
      { id: c, action: 'update', base_revision: 1, fields: { z: null, occluded: true } },
    ])
    expect(body).toMatchObject({ image_id: desk.image, revision: 2, annotation_count: 2 })
    expect(body.results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(headers.get('etag')).toBe('"2"')
    expect(await desk.list()).toEqual([
      box(b, 50, { name: 'van', attributes: { doors: 4, wet: true } }),
      box(c, 10, { occluded: true }),
    ])
    expect((await desk.revisions()).data[0]).toMatchObject({ kind: 'edit', created: 1, updated: 1, deleted: 1 })
    expect((await desk.at(1)).annotations).toHaveLength(2)
    expect(await desk.insights()).toMatchObject({ class_annotation_counts: { car: 1, van: 1 } })
  })

  it('are carried out once, whatever is sent again', async () => {
    const [a, b] = [newUuid(), newUuid()]
    const first = { op_id: 'first', id: a, action: 'create', fields: newBox } as const
    await desk.edit([first])
    await desk.edit([{ id: a, action: 'delete' }])
    const { body } = await desk.edit([first, { id: b, action: 'create', fields: newBox }, first])
    expect(body.results).toMatchObject([
      { op_id: 'first', status: 'applied', repeated: true },
      { status: 'applied', repeated: false },
      { op_id: 'first', repeated: true },
    ])
    expect((await desk.list()).map(({ id }) => id)).toEqual([b])
  })

  it('that are invalid are refused by themselves, with the reason', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await desk.save([box(a)])
    const { body } = await desk.edit([
      { id: a, action: 'update', fields: { bounding_box: at(5000) } },
      { id: newUuid(), action: 'create', fields: { name: 'car', type: 'bbox' } },
      { id: newUuid(), action: 'create', fields: { type: 'bbox', bounding_box: at(1) } },
      { id: newUuid(), action: 'update', fields: { name: 'van' } },
      { id: newUuid(), action: 'delete' },
      { id: b, action: 'create', fields: newBox },
    ])
    expect(body.results.map(({ status }) => status)).toEqual([
      ...['refused', 'refused', 'refused', 'refused', 'unchanged', 'applied'],
    ])
    expect(body.results[0]).toMatchObject({
      problem: expect.stringContaining('/fields/bounding_box lies outside the image'),
      text: { code: 'invalid.at' },
    })
    expect(body.results[1]?.problem).toContain('/fields/bounding_box is required')
    expect(body.results[2]?.problem).toContain('/fields/name is required')
    expect((await desk.list()).map(({ id }) => id)).toEqual([a, b])
  })

  it('are at most 500, of the declared form', async () => {
    const operation = { op_id: 'x', id: newUuid(), action: 'delete' }
    const fail = (operations: object[]) =>
      h.fail('PATCH', `/images/${desk.image}/annotations`, { body: { operations } })
    for (const operations of [
      Array.from({ length: 501 }, () => operation),
      [],
      [{ ...operation, action: 'move' }],
      [{ ...operation, fields: { class: 'car' } }],
      [{ ...operation, id: 'one' }],
    ]) {
      expect((await fail(operations)).status).toBe(422)
    }
    expect((await h.fail('PATCH', '/images/nobody/annotations', { body: { operations: [operation] } })).status).toBe(
      404,
    )
  })

  it('give an id of another image a new one', async () => {
    const second = await desk.addImage('2.jpg')
    const id = newUuid()
    await desk.save([box(id)], second)
    const { body } = await desk.edit([{ id, action: 'create', fields: newBox }])
    expect(only(body.results)).toMatchObject({ status: 'applied' })
    expect(only(body.results).id).not.toBe(id)
    expect(await desk.list()).toMatchObject([{ id: only(body.results).id }])
  })
})

describe('changes of two people', () => {
  it('of different fields are both kept', async () => {
    const id = newUuid()
    await desk.save([box(id, 10, { attributes: { colour: 'red' } })])
    await desk.edit([{ id, action: 'update', base_revision: 1, fields: { bounding_box: at(50) } }], ada)
    const { body } = await desk.edit(
      [{ id, action: 'update', base_revision: 1, fields: { name: 'van', attributes: { wet: true } } }],
      ben,
    )
    expect(only(body.results)).toMatchObject({ status: 'applied', conflicts: [] })
    expect(await desk.list()).toEqual([box(id, 50, { name: 'van', attributes: { colour: 'red', wet: true } })])
  })

  it('of the same field leave the first, and report both', async () => {
    const id = newUuid()
    await desk.save([box(id)])
    await desk.edit([{ id, action: 'update', base_revision: 1, fields: { bounding_box: at(50) } }], ada)
    const fields = { bounding_box: at(70), name: 'van' }
    const { body } = await desk.edit([{ id, action: 'update', base_revision: 1, fields }], ben)
    expect(only(body.results)).toMatchObject({
      status: 'conflict',
      conflicts: [
        {
          field: 'geometry',
          kept: { type: 'bbox', bounding_box: at(50) },
          yours: { type: 'bbox', bounding_box: at(70) },
        },
      ],
    })
    expect(await desk.list()).toEqual([box(id, 50, { name: 'van' })])
    const again = await desk.edit([{ id, action: 'update', base_revision: body.revision, fields }], ben)
    expect(only(again.body.results).status).toBe('applied')
    expect(await desk.list()).toEqual([box(id, 70, { name: 'van' })])
  })

  it('that are equal are no conflict', async () => {
    const id = newUuid()
    await desk.save([box(id)])
    const operation = { id, action: 'update', base_revision: 1, fields: { name: 'van' } } as const
    await desk.edit([operation], ada)
    const { body } = await desk.edit([operation], ben)
    expect(body).toMatchObject({ revision: 2, results: [{ status: 'unchanged', conflicts: [] }] })
  })

  it('keep what one edits and the other deletes, in either order', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await desk.save([box(a), box(b)])
    await desk.edit([{ id: a, action: 'update', base_revision: 1, fields: { name: 'van' } }], ada)
    const deletion = await desk.edit([{ id: a, action: 'delete', base_revision: 1 }], ben)
    expect(only(deletion.body.results)).toMatchObject({
      status: 'conflict',
      conflicts: [{ field: 'name', kept: 'van', yours: null }],
    })
    await desk.edit([{ id: b, action: 'delete', base_revision: 1 }], ada)
    const edit = await desk.edit([{ id: b, action: 'update', base_revision: 1, fields: { name: 'bus' } }], ben)
    expect(only(edit.body.results)).toMatchObject({ status: 'applied', revived: true })
    expect(await desk.list()).toEqual([box(a, 10, { name: 'van' }), box(b, 10, { name: 'bus' })])
  })

  it('are merged with saves of all annotations, too', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await desk.save([box(a), box(b)])
    await desk.save([box(a, 60)])
    const { body } = await desk.edit([
      { id: a, action: 'update', base_revision: 1, fields: { bounding_box: at(80), name: 'van' } },
      { id: b, action: 'update', base_revision: 1, fields: { name: 'bus' } },
    ])
    expect(body.results).toMatchObject([
      { status: 'conflict', conflicts: [{ field: 'geometry' }] },
      { status: 'applied', revived: true },
    ])
    expect(await desk.list()).toEqual([box(a, 60, { name: 'van' }), box(b, 10, { name: 'bus' })])
  })

  it('of nearly the same object are both kept and flagged', async () => {
    const [a, b, c, d] = [newUuid(), newUuid(), newUuid(), newUuid()]
    await desk.edit([{ id: a, action: 'create', base_revision: 0, fields: newBox }], ada)
    const create = (id: string, over: object) => ({
      id,
      action: 'create' as const,
      base_revision: 0,
      fields: { ...newBox, ...over },
    })
    const { body } = await desk.edit(
      [create(b, { bounding_box: at(11) }), create(c, { bounding_box: at(60) }), create(d, { name: 'van' })],
      ben,
    )
    expect(body.results.map(({ similar_to }) => similar_to)).toEqual([[a], [], []])
    expect(body.annotation_count).toBe(4)
    const own = await desk.edit([create(newUuid(), { bounding_box: at(61) })], ben)
    expect(only(own.body.results).similar_to).toEqual([])
  })
})

describe('a review', () => {
  it('corrects a pending annotation by an edit', async () => {
    const id = newUuid()
    await desk.save([box(id, 10, { review: 'pending' })])
    await desk.edit([{ id, action: 'update', fields: { bounding_box: at(15) } }])
    expect(await desk.list()).toEqual([box(id, 15, { review: 'corrected' })])
  })

  it('moves the confidence of a model to the origin when its annotation is accepted', async () => {
    const id = newUuid()
    const origin = { source: 'model', model: 'yolo' }
    await desk.save([box(id, 10, { confidence: 0.7, review: 'pending', origin })])
    await desk.edit([{ id, action: 'update', fields: { review: 'accepted' } }])
    expect(await desk.list()).toEqual([box(id, 10, { review: 'accepted', origin: { ...origin, confidence: 0.7 } })])
    expect((await desk.insights()).model_confidence).toBeNull()
  })

  it('adds nothing that is rejected already', async () => {
    const { body } = await desk.edit([{ id: newUuid(), action: 'create', fields: { ...newBox, review: 'rejected' } }])
    expect(body).toMatchObject({ revision: 0, annotation_count: 0, results: [{ status: 'unchanged' }] })
  })

  it('rejects an annotation, unless someone corrected it meanwhile', async () => {
    const [a, b] = [newUuid(), newUuid()]
    await desk.save([box(a, 10, { review: 'pending' }), box(b, 10, { review: 'pending' })])
    await desk.edit([{ id: b, action: 'update', base_revision: 1, fields: { name: 'van' } }], ada)
    const { body } = await desk.edit(
      [a, b].map((id) => ({ id, action: 'update', base_revision: 1, fields: { review: 'rejected' } })),
      ben,
    )
    expect(body.results).toMatchObject([
      { status: 'applied' },
      { status: 'conflict', conflicts: [{ field: 'review', kept: 'corrected', yours: 'rejected' }] },
    ])
    expect(await desk.list()).toEqual([box(b, 10, { name: 'van', review: 'corrected' })])
    expect((await desk.at(body.revision)).rejected).toEqual([box(a, 10, { review: 'rejected' })])
  })
})

describe('two clients with random operations', () => {
  const fields = fc.oneof(
    fc.record({ name: fc.constantFrom('car', 'van', 'bus') }),
    fc.record({ bounding_box: fc.integer({ min: 0, max: 9 }).map(at) }),
    fc.record({ attributes: fc.record({ colour: fc.constantFrom('red', 'blue', null) }) }),
    fc.record({ z: fc.constantFrom(1, 2, null) }),
  )
  const operation = fc.record({
    which: fc.constantFrom(0, 1, 2),
    action: fc.constantFrom('update' as const, 'update' as const, 'delete' as const, 'create' as const),
    fields,
  })
  const step = fc.record({
    client: fc.constantFrom(0, 1),
    operations: fc.array(operation, { minLength: 1, maxLength: 3 }),
    reads: fc.boolean(),
  })

  /** Value of a field of an operation, in an annotation. */
  const valueIn = (annotation: Annotation | undefined, name: string) =>
    name === 'attributes' ? (annotation?.attributes?.colour ?? null) : (annotation?.[name as 'z'] ?? null)
  const sentValue = ({ fields: sent }: AnnotationOperation, name: string) =>
    name === 'attributes' ? (sent?.attributes?.colour ?? null) : (sent?.[name as 'z'] ?? null)

  it('see the same in the end, and no change of either is lost without a report', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        desk = await openDesk(h)
        const ids = Array.from({ length: 3 }, newUuid)
        await desk.save(ids.slice(0, 2).map((id) => box(id)))
        const bases = [1, 1]
        for (const { client, operations, reads } of steps) {
          if (reads) bases[client] = (await desk.read()).body.revision
          const base_revision = bases[client] as number
          const before = new Map((await desk.list()).map((annotation) => [annotation.id, annotation]))
          const sent = operations.map(({ which, action, fields }) => ({
            op_id: newUuid(),
            id: ids[which] as string,
            action,
            base_revision,
            fields: action === 'create' ? { ...newBox, ...fields } : fields,
          }))
          const { body } = await desk.edit(sent, [ada, ben][client])
          expect(body.results.map(({ op_id }) => op_id)).toEqual(sent.map(({ op_id }) => op_id))
          const after = new Map((await desk.list()).map((annotation) => [annotation.id, annotation]))
          expect(body.annotation_count).toBe(after.size)
          for (const id of ids) {
            const last = sent.findLastIndex((one) => one.id === id)
            if (last < 0) {
              // Nobody changes what no operation names.
              expect(after.get(id)).toEqual(before.get(id))
              continue
            }
            const [one, result] = [sent[last] as AnnotationOperation, body.results[last] as OperationResult]
            if (result.status === 'refused') expect(after.has(id)).toBe(false)
            else if (one.action === 'delete') expect(after.has(id)).toBe(result.status === 'conflict')
            else {
              for (const name of Object.keys(one.fields ?? {})) {
                const field =
                  { bounding_box: 'geometry', type: 'geometry', attributes: 'attributes.colour' }[name] ?? name
                const isReported = result.conflicts.some((conflict) => conflict.field === field)
                const isKept = JSON.stringify(valueIn(after.get(id), name)) === JSON.stringify(sentValue(one, name))
                expect(isReported || isKept, `${name} of ${JSON.stringify({ one, result })}`).toBe(true)
              }
            }
          }
        }
        const [first, second] = [await desk.read(), await desk.read()]
        expect(first.body).toEqual(second.body)
        // The history leads back to the start.
        expect((await desk.at(1)).annotations).toEqual(ids.slice(0, 2).map((id) => box(id)))
        const { class_annotation_counts } = await desk.insights()
        const counts: Record<string, number> = {}
        for (const { name } of first.body.annotations) counts[name] = (counts[name] ?? 0) + 1
        expect(class_annotation_counts).toEqual(counts)
      }),
      { numRuns: 25 },
    )
  })

  it('at the same time lose nothing', async () => {
    const all = Array.from({ length: 12 }, newUuid)
    const answers = await Promise.all(
      all.map((id, i) =>
        desk.edit([{ id, action: 'create', base_revision: 0, fields: { ...newBox, z: i } }], i % 2 ? ada : ben),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.revision)).size).toBe(all.length)
    expect((await desk.list()).map(({ id }) => id).sort()).toEqual([...all].sort())
    expect((await desk.read()).body.revision).toBe(all.length)
  })
})
