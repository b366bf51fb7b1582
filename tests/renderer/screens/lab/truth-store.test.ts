import { describe, expect, it } from 'vitest'
import { createTruthStore, placeIn } from '../../../../src/renderer/screens/lab/truth/truth-store.ts'

const ROAD = { name: 'Main road', kind: 'line' } as const
const at = (time_s: number) => ({ time_s, kind: 'a_to_b', class_name: null }) as const
const open = () => {
  const truth = createTruthStore([])
  const road = () => placeIn(truth.store.getState().places, ROAD)
  return { truth, road, times: () => road().marks.map((m) => m.time_s) }
}

describe('marking', () => {
  it('keeps marks sorted by time, whenever they were made', () => {
    const { truth, times } = open()
    for (const t of [5, 1, 3]) truth.mark(ROAD, at(t))
    expect(times()).toEqual([1, 3, 5])
  })

  it('undoes and redoes marks, changes and deletions one by one', () => {
    const { truth, times } = open()
    const first = truth.mark(ROAD, at(1))
    truth.mark(ROAD, at(2))
    truth.change(first, { time_s: 4 })
    truth.remove(first)
    expect(times()).toEqual([2])
    const seen: number[][] = []
    for (let i = 0; i < 5; i++) {
      truth.undo()
      seen.push(times())
    }
    expect(seen).toEqual([[2, 4], [1, 2], [1], [], []])
    for (let i = 0; i < 5; i++) truth.redo()
    expect(times()).toEqual([2])
  })

  it('drops the redo steps once another mark is made', () => {
    const { truth, times } = open()
    truth.mark(ROAD, at(1))
    truth.undo()
    truth.mark(ROAD, at(2))
    truth.redo()
    expect(times()).toEqual([2])
  })

  it('keeps the watched intervals when it is undone', () => {
    const { truth, road } = open()
    truth.mark(ROAD, at(1))
    truth.watch(ROAD, 0, 10)
    truth.undo()
    expect(road()).toMatchObject({ marks: [], watched: [[0, 10]] })
  })

  it('restores marks and watched intervals that an import replaced', () => {
    const { truth, road } = open()
    truth.mark(ROAD, at(1))
    truth.watch(ROAD, 0, 10)
    truth.replace([{ ...ROAD, marks: [], watched: [[50, 60]] }])
    expect(road().watched).toEqual([[50, 60]])
    truth.undo()
    expect(road().watched).toEqual([[0, 10]])
    expect(road().marks).toHaveLength(1)
  })

  it('distinguishes a line from a zone of the same name', () => {
    const { truth, road } = open()
    truth.mark({ name: 'Main road', kind: 'zone' }, { time_s: 1, kind: 'entry', class_name: null })
    expect(road().marks).toEqual([])
  })

  it('undoes only edits of this window, also after marks of another one were merged', () => {
    const { truth, road, times } = open()
    const first = truth.mark(ROAD, at(1))
    const comes = (time_s: number) =>
      truth.adopt((now) => now.map((p) => ({ ...p, marks: [...p.marks, { id: `theirs-${time_s}`, ...at(time_s) }] })))
    comes(7)
    truth.change(first, { time_s: 2 })
    comes(8)
    expect(truth.store.getState().past).toHaveLength(2)
    truth.undo()
    expect(times()).toEqual([1, 7, 8])
    truth.undo()
    expect(times()).toEqual([7, 8])
    comes(9)
    truth.redo()
    truth.redo()
    expect(times()).toEqual([2, 7, 8, 9])
    // Another window has moved the mark since, so undo leaves it.
    truth.adopt((now) =>
      now.map((p) => ({ ...p, marks: p.marks.map((m) => (m.id === first ? { ...m, time_s: 3 } : m)) })),
    )
    truth.undo()
    expect(road().marks.find((m) => m.id === first)?.time_s).toBe(3)
  })

  it('undoes an import but keeps marks that were merged after it', () => {
    const { truth, road } = open()
    truth.mark(ROAD, at(1))
    truth.replace([{ name: 'Imported', kind: 'line', marks: [{ id: 'i', ...at(5) }], watched: [[0, 9]] }])
    truth.adopt((now) => [...now, { ...ROAD, marks: [{ id: 'theirs', ...at(7) }], watched: [[6, 8]] }])
    truth.undo()
    expect(truth.store.getState().places).toHaveLength(1)
    expect(road()).toMatchObject({ marks: [{ time_s: 1 }, { time_s: 7 }], watched: [[6, 8]] })
  })
})
