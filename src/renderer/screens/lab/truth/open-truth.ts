/** The marks of one video in this window: saved soon after each change, and merged with those of other windows. */
import { debounce } from 'es-toolkit/function'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { mergeIntervals } from '../../../../shared/accuracy/intervals.ts'
import type { Visibility } from '../../../../shared/api/studio-records.ts'
import type { Revised } from '../../../../shared/domain/revision.ts'
import { type Truth, type TruthMark, TruthPlace } from '../../../../shared/domain/truth.ts'
import { mergeLists } from '../../../../shared/revisions/merge.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { type OpenWindows, openWindows } from '../../../base/navigation/open-windows.ts'
import { keepRecord } from '../../../base/records/kept-record.ts'
import { type Owned, truthCalls } from '../../../base/records/record-calls.ts'
import { createDrafts, type DraftStorage } from '../../../base/revisions/drafts.ts'
import { createSharedValue } from '../../../base/revisions/shared-value.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { byTime, createTruthStore, type PlaceId, placeIn, samePlace, type TruthStore } from './truth-store.ts'

export interface OpenTruth extends TruthStore {
  media: Truth['media']
}

type SaveState = 'saved' | 'saving' | 'failed'

interface Autosave<T> {
  changed(value: T): void
  /** Writes pending changes at once. */
  flush(): Promise<void>
}

const SOON_MS = 400

/** Saves marks to the host: soon after each change, one write at a time, the newest last. */
export function createAutosave<T>(
  save: (value: T) => Promise<unknown>,
  onState: (state: SaveState, error?: unknown) => void,
): Autosave<T> {
  let waiting: { value: T } | null = null
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    flushSoon.cancel()
    while (waiting) {
      const { value } = waiting
      waiting = null
      try {
        await save(value)
        if (!waiting) onState('saved')
      } catch (error) {
        // Retried with the next change or flush.
        waiting ??= { value }
        onState('failed', error)
        return
      }
    }
  }
  const flush = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }
  const flushSoon = debounce(() => void flush(), SOON_MS)
  return {
    changed(value) {
      waiting = { value }
      onState('saving')
      flushSoon()
    },
    flush,
  }
}

export interface TruthSaving {
  saving: SaveState
  /** The reason when marks could not be saved. */
  problem: string | null
  /** Number of marks that were recently merged from other windows. */
  arrivedMarks: number
  /** Whose the saved marks are; null before the first save. */
  owner: Owned | null
}

export interface TruthSession {
  truth: OpenTruth
  state: StoreApi<TruthSaving>
  /** Merges the saved marks of other windows. */
  refresh(): Promise<void>
  /** Saves at once. Unsaved marks are written to the draft before it returns. */
  flush(): Promise<void>
  /** Shares the marks with the organization, or makes them private again. */
  share(visibility: Visibility): Promise<void>
  stop(): Promise<void>
}

type Places = readonly TruthPlace[]

/** `base` holds the marks that the host had, so that marks removed later are not mistaken for new ones. */
const Draft = Type.Object({ base: Type.Array(TruthPlace), places: Type.Array(TruthPlace) })
const SHOWN_MS = 10_000

/** Saves still pending after their lab was closed; opening the same video again waits for them. */
const closing = new Map<string, Promise<unknown>>()

export const truthOf = (media: Truth['media'], places: Places): Truth => ({
  format: 'sightline-truth',
  version: 1,
  media,
  places: [...places],
})

/**
 * Merges the edits of two windows that both began with `base`. A mark that both changed differently is duplicated: mine
 * keeps its id, theirs gets one derived from its content, so that each window computes the same copy.
 */
export function mergePlaces(
  base: readonly TruthPlace[],
  mine: readonly TruthPlace[],
  theirs: readonly TruthPlace[],
): TruthPlace[] {
  const has = (places: readonly TruthPlace[], id: PlaceId) => places.some((p) => samePlace(p, id))
  const all = [...mine, ...theirs.filter((p) => !has(mine, p))]
  return all.flatMap((id) => {
    const place = mergePlace(placeIn(base, id), placeIn(mine, id), placeIn(theirs, id))
    const isEmpty = place.marks.length === 0 && place.watched.length === 0
    return isEmpty && !(has(mine, id) && has(theirs, id)) ? [] : [place]
  })
}

function mergePlace(base: TruthPlace, mine: TruthPlace, theirs: TruthPlace): TruthPlace {
  const { value, conflicts } = mergeLists(base.marks, mine.marks, theirs.marks)
  const ids = new Set(value.map((m) => m.id))
  const copies = conflicts
    .flatMap((id) => theirs.marks.find((m) => m.id === id) ?? [])
    .map((mark) => ({ ...mark, id: copyIdOf(mark) }))
    .filter(({ id }) => !ids.has(id))
  const { name, kind } = mine
  const watched = mergeIntervals(base.watched, mine.watched, theirs.watched)
  return { name, kind, watched, marks: byTime([...value, ...copies]) }
}

/** Derived from the id and content of the mark, so that every window computes the same. */
const copyIdOf = ({ id, time_s, kind, class_name }: TruthMark): string =>
  `copy-${hashOf(JSON.stringify([id, time_s, kind, class_name]))}`

/** 53-bit cyrb53 hash of a text: ids need no cryptographic hash, and this one is synchronous. */
function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)
}

/** Returns the number of marks in the merged places that are missing in `before`. */
function countNewMarks(before: readonly TruthPlace[], merged: readonly TruthPlace[]): number {
  const known = new Set(before.flatMap((p) => p.marks.map((m) => m.id)))
  return merged.flatMap((p) => p.marks).filter((m) => !known.has(m.id)).length
}

export async function openTruth(
  host: Pick<Host, 'api'>,
  media: Truth['media'],
  storage: DraftStorage = window.localStorage,
  windows: OpenWindows = openWindows(),
): Promise<TruthSession> {
  await closing.get(media.sha256)
  const record = keepRecord(truthCalls(host, media.sha256), null, ([first]) => first)
  const read = async (): Promise<Revised<Places> | null> => {
    const found = await record.read()
    return found && { value: found.value.places, revision: found.revision }
  }
  const drafts = createDrafts(`truth.${media.sha256}`, Draft, storage, windows)
  const [initial, left] = await Promise.all([read(), drafts.left()])
  const truth: OpenTruth = { ...createTruthStore(initial?.value ?? []), media }
  const state = createStore<TruthSaving>()(() => ({
    saving: 'saved',
    problem: null,
    arrivedMarks: 0,
    owner: record.current(),
  }))
  const current = () => truth.store.getState().places
  let kept: Places = current()
  let timer: ReturnType<typeof setTimeout> | undefined

  const shared = createSharedValue<Places>({
    initial,
    empty: [],
    read,
    write: (places, revision) => record.write(truthOf(media, places), revision),
    merge: mergePlaces,
    onMerged(merged, mine, theirs) {
      kept = theirs
      const before = current()
      truth.adopt((now) => (now === mine ? merged : mergePlaces(mine, now, merged)))
      announce(countNewMarks(before, current()))
      void removeSavedDrafts(theirs)
    },
  })
  /** Removes drafts whose last save arrived after all, so that they can't revert later changes. */
  async function removeSavedDrafts(saved: Places): Promise<void> {
    for (const { value, remove } of await drafts.left()) if (Value.Equal(value.places, saved)) remove()
  }
  function announce(marks: number): void {
    if (marks === 0) return
    state.setState(({ arrivedMarks }) => ({ arrivedMarks: arrivedMarks + marks }))
    clearTimeout(timer)
    timer = setTimeout(() => state.setState({ arrivedMarks: 0 }), SHOWN_MS)
  }

  const showOwner = () => state.setState({ owner: record.current() })
  const writeDraft = () => drafts.write({ base: [...kept], places: [...current()] })
  const autosave = createAutosave<Places>(
    async () => {
      kept = (await shared.save(current)) ?? kept
      showOwner()
    },
    (saving, error) => {
      if (saving === 'failed') writeDraft()
      if (saving === 'saved') drafts.clear()
      state.setState({ saving, problem: saving === 'failed' ? errorText(error) : null })
    },
  )
  const flush = (): Promise<void> => {
    if (state.getState().saving !== 'saved') writeDraft()
    return autosave.flush()
  }
  const unsubscribe = truth.store.subscribe((now, before) => {
    if (now.places !== before.places) autosave.changed(now.places)
  })

  const found = left.reduce<Places>((now, { value }) => mergePlaces(value.base, value.places, now), current())
  for (const { remove } of left) remove()
  if (!Value.Equal(found, current())) {
    truth.adopt(() => found)
    writeDraft()
  }

  return {
    truth,
    state,
    flush,
    async refresh() {
      await shared.refresh(current)
      showOwner()
    },
    async share(visibility) {
      await record.share(visibility)
      showOwner()
    },
    stop() {
      unsubscribe()
      clearTimeout(timer)
      const done = flush().finally(() => {
        if (closing.get(media.sha256) === done) closing.delete(media.sha256)
      })
      closing.set(media.sha256, done)
      return done
    },
  }
}
