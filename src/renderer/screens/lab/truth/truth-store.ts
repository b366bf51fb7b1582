/**
 * The store of marks: every edit can be undone; watched intervals only grow and are not affected by undo, nor are the
 * marks of other windows.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { including } from '../../../../shared/accuracy/intervals.ts'
import type { TruthMark, TruthPlace } from '../../../../shared/domain/truth.ts'
import { byTime, type PlaceId, placeIn, withPlace } from './places.ts'
import { redone, type Step, undone } from './steps.ts'

export interface TruthState {
  places: readonly TruthPlace[]
  past: readonly Step[]
  future: readonly Step[]
}

export interface TruthStore {
  store: StoreApi<TruthState>
  /** @returns the id of the new mark */
  mark(place: PlaceId, mark: Omit<TruthMark, 'id'>): string
  change(id: string, part: Partial<Omit<TruthMark, 'id'>>): void
  remove(id: string): void
  /** Adds an interval of media time, in seconds, that the user has watched. */
  watch(place: PlaceId, from: number, to: number): void
  /** Clears the watched intervals of this place. */
  forgetWatched(place: PlaceId): void
  /** Replaces everything, as one edit. */
  replace(places: readonly TruthPlace[]): void
  /** Applies a change of another window, which is not an edit and can't be undone here. */
  adopt(change: (places: readonly TruthPlace[]) => readonly TruthPlace[]): void
  undo(): void
  redo(): void
}

const MAX_STEPS = 500

export function createTruthStore(places: readonly TruthPlace[]): TruthStore {
  const store = createStore<TruthState>()(() => ({ places, past: [], future: [] }))
  const edit = (change: (places: readonly TruthPlace[]) => readonly TruthPlace[], whole = false) =>
    store.setState(({ places: before, past }) => {
      const after = change(before)
      return { places: after, past: [...past.slice(1 - MAX_STEPS), { before, after, whole }], future: [] }
    })
  const eachMark = (change: (marks: readonly TruthMark[]) => readonly TruthMark[]) => (all: readonly TruthPlace[]) =>
    all.map((p) => ({ ...p, marks: byTime(change(p.marks)) }))

  return {
    store,
    mark(place, mark) {
      const id = crypto.randomUUID()
      edit((all) => withPlace(all, place, (p) => ({ ...p, marks: byTime([...p.marks, { id, ...mark }]) })))
      return id
    },
    change: (id, part) => edit(eachMark((marks) => marks.map((m) => (m.id === id ? { ...m, ...part } : m)))),
    remove: (id) => edit(eachMark((marks) => marks.filter((m) => m.id !== id))),
    watch(place, from, to) {
      const { places: now } = store.getState()
      const { watched } = placeIn(now, place)
      const more = including(watched, from, to)
      if (more === watched) return
      store.setState({ places: withPlace(now, place, (p) => ({ ...p, watched: [...more] })) })
    },
    forgetWatched: (place) => edit((all) => withPlace(all, place, (p) => ({ ...p, watched: [] })), true),
    replace: (next) => edit(() => next, true),
    adopt: (change) => store.setState(({ places: now }) => ({ places: change(now) })),
    undo: () =>
      store.setState(({ places: now, past, future }) => {
        const step = past.at(-1)
        return step ? { places: undone(now, step), past: past.slice(0, -1), future: [...future, step] } : {}
      }),
    redo: () =>
      store.setState(({ places: now, past, future }) => {
        const step = future.at(-1)
        return step ? { places: redone(now, step), past: [...past, step], future: future.slice(0, -1) } : {}
      }),
  }
}
