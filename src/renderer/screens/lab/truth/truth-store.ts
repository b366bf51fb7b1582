/**
 * The store of marks: every edit can be undone; watched intervals only grow and are not affected by undo, nor are the
 * marks of other windows.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { including, mergeIntervals } from '../../../../shared/accuracy/intervals.ts'
import type { TruthMark, TruthPlace } from '../../../../shared/domain/truth.ts'
import { same } from '../../../../shared/revisions/merge.ts'

/** The name and kind that identify a place. */
export type PlaceId = Pick<TruthPlace, 'name' | 'kind'>

export const samePlace = (a: PlaceId, b: PlaceId): boolean => a.name === b.name && a.kind === b.kind

/** Returns the place with its marks; an empty one when it has none. */
export const placeIn = (places: readonly TruthPlace[], { name, kind }: PlaceId): TruthPlace =>
  places.find((p) => samePlace(p, { name, kind })) ?? { name, kind, watched: [], marks: [] }

/** Changes one place, and adds it when it is missing. */
function withPlace(places: readonly TruthPlace[], id: PlaceId, change: (place: TruthPlace) => TruthPlace) {
  const known = places.some((p) => samePlace(p, id))
  const all = known ? places : [...places, placeIn([], id)]
  return all.map((p) => (samePlace(p, id) ? change(p) : p))
}

export const byTime = (marks: readonly TruthMark[]): TruthMark[] => [...marks].sort((a, b) => a.time_s - b.time_s)

/** One edit of this window. */
interface Step {
  before: readonly TruthPlace[]
  after: readonly TruthPlace[]
  /** True when the edit also changed the watched intervals. */
  whole: boolean
}

const undone = (now: readonly TruthPlace[], { before, after, whole }: Step): readonly TruthPlace[] =>
  applied(now, after, before, whole)
const redone = (now: readonly TruthPlace[], { before, after, whole }: Step): readonly TruthPlace[] =>
  applied(now, before, after, whole)

/** Changes only marks that the step changed and that have not changed since; other windows made all other changes. */
function applied(
  now: readonly TruthPlace[],
  from: readonly TruthPlace[],
  to: readonly TruthPlace[],
  whole: boolean,
): readonly TruthPlace[] {
  const ids = [...now, ...to.filter((p) => !now.some((other) => samePlace(p, other)))]
  return ids.flatMap((id) => {
    const [current, was, becomes] = [placeIn(now, id), placeIn(from, id), placeIn(to, id)]
    if (was === becomes) return current
    const watched = whole ? mergeIntervals(was.watched, becomes.watched, current.watched) : current.watched
    const marks = appliedMarks(current.marks, was.marks, becomes.marks)
    const isNew = !to.some((p) => samePlace(p, id))
    return isNew && marks.length === 0 && watched.length === 0 ? [] : { ...current, watched, marks }
  })
}

function appliedMarks(now: readonly TruthMark[], from: readonly TruthMark[], to: readonly TruthMark[]): TruthMark[] {
  const [was, becomes] = [byId(from), byId(to)]
  const marks = byId(now)
  for (const id of new Set([...was.keys(), ...becomes.keys()])) {
    const [before, after] = [was.get(id), becomes.get(id)]
    if (same(before, after) || !same(marks.get(id), before)) continue
    if (after) marks.set(id, after)
    else marks.delete(id)
  }
  return byTime([...marks.values()])
}

const byId = (marks: readonly TruthMark[]) => new Map(marks.map((m) => [m.id, m]))

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
