/** The store of marks: every edit can be undone; watched intervals only grow and are not affected by undo. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { including } from '../../../shared/accuracy/intervals.ts'
import type { TruthMark, TruthPlace } from '../../../shared/domain/truth.ts'

/** Identifies a line or zone. */
export type PlaceId = Pick<TruthPlace, 'name' | 'kind'>

interface Step {
  places: readonly TruthPlace[]
  /** True when the step also changed the watched intervals. */
  whole: boolean
}

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
  undo(): void
  redo(): void
}

const MOST_STEPS = 500

export const samePlace = (a: PlaceId, b: PlaceId): boolean => a.name === b.name && a.kind === b.kind

export const placeIn = (places: readonly TruthPlace[], { name, kind }: PlaceId): TruthPlace =>
  places.find((p) => samePlace(p, { name, kind })) ?? { name, kind, watched: [], marks: [] }

function withPlace(places: readonly TruthPlace[], id: PlaceId, change: (place: TruthPlace) => TruthPlace) {
  const known = places.some((p) => samePlace(p, id))
  const all = known ? places : [...places, placeIn([], id)]
  return all.map((p) => (samePlace(p, id) ? change(p) : p))
}

const sorted = (marks: readonly TruthMark[]) => [...marks].sort((a, b) => a.time_s - b.time_s)

export function createTruthStore(places: readonly TruthPlace[]): TruthStore {
  const store = createStore<TruthState>()(() => ({ places, past: [], future: [] }))
  const edit = (change: (places: readonly TruthPlace[]) => readonly TruthPlace[], whole = false) =>
    store.setState(({ places: before, past }) => ({
      places: change(before),
      past: [...past.slice(1 - MOST_STEPS), { places: before, whole }],
      future: [],
    }))
  const eachMark = (change: (marks: readonly TruthMark[]) => readonly TruthMark[]) => (all: readonly TruthPlace[]) =>
    all.map((p) => ({ ...p, marks: sorted(change(p.marks)) }))

  return {
    store,
    mark(place, mark) {
      const id = crypto.randomUUID()
      edit((all) => withPlace(all, place, (p) => ({ ...p, marks: sorted([...p.marks, { id, ...mark }]) })))
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
    undo: () =>
      store.setState(({ places: now, past, future }) => {
        const step = past.at(-1)
        if (!step) return {}
        const back = { places: now, whole: step.whole }
        return { places: returned(now, step), past: past.slice(0, -1), future: [...future, back] }
      }),
    redo: () =>
      store.setState(({ places: now, past, future }) => {
        const step = future.at(-1)
        if (!step) return {}
        const back = { places: now, whole: step.whole }
        return { places: returned(now, step), past: [...past, back], future: future.slice(0, -1) }
      }),
  }
}

/** Restores the marks of a step; watched intervals are kept unless the step changed them too. */
function returned(now: readonly TruthPlace[], { places, whole }: Step): readonly TruthPlace[] {
  if (whole) return places
  const kept = places.map((p) => ({ ...p, watched: placeIn(now, p).watched }))
  const later = now.filter((p) => !places.some((other) => samePlace(p, other)))
  return [...kept, ...later.map((p) => ({ ...p, marks: [] }))]
}
