// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HostError } from '../../../../../src/renderer/base/host/host-context.ts'
import { showLabelConflict } from '../../../../../src/renderer/parts/run/labels/conflict-toast.tsx'
import { NO_LABELS } from '../../../../../src/renderer/parts/run/labels/labels.ts'
import { labelsStoreOf } from '../../../../../src/renderer/parts/run/labels/labels-store.ts'
import { createNoteEditing } from '../../../../../src/renderer/parts/run/labels/note-editing.ts'
import { type KeptLabels, labelAnswers, someLabels } from '../../../fake-labels.ts'
import { hostOf, type Owners, SHARED_BY_ANA } from '../../../fake-records.ts'

vi.mock('../../../../../src/renderer/parts/run/labels/conflict-toast.tsx', () => ({ showLabelConflict: vi.fn() }))
const conflicts = vi.mocked(showLabelConflict)
const kept = (state: { labels: KeptLabels }) => state.labels.map((l) => l.value)

/** Two windows of one host. */
function twoWindows(...labels: KeptLabels) {
  const state = { labels, owners: {} as Owners }
  const [mine, theirs] = [hostOf(labelAnswers(state)), hostOf(labelAnswers(state))]
  const [one, two] = [mine, theirs].map((host) => labelsStoreOf(host as never))
  if (!one || !two) throw new Error('two stores')
  return { state, mine, one, two }
}

const full = (): never => {
  throw new HostError({ code: 'internal', message: 'The disk is full.', details: [] })
}

beforeEach(() => conflicts.mockClear())

describe('labels of runs', () => {
  it('are shown at once and saved', async () => {
    const { one, state } = twoWindows()
    await one.refresh()
    const saved = one.change('run-1', { name: 'Night' })
    expect(one.of('run-1').name).toBe('Night')
    await saved
    expect(kept(state)).toEqual([{ run_id: 'run-1', name: 'Night', tags: [], note: null }])
    await one.change('run-1', { name: null })
    expect(kept(state)).toEqual([])
    await one.change('run-1', { tags: ['again'] })
    expect(kept(state)).toHaveLength(1)
  })

  it('have the changes of both windows, also when many are concurrent', async () => {
    const { one, two, state } = twoWindows(someLabels('run-1', { tags: ['rain'] }))
    await Promise.all([one.refresh(), two.refresh()])
    const tag = (store: typeof one, name: string) => store.change('run-1', { tags: [...store.of('run-1').tags, name] })
    await Promise.all([tag(one, 'a'), tag(two, 'x'), tag(one, 'b'), tag(two, 'y'), two.change('run-1', { name: 'N' })])
    await one.change('run-1', { note: 'Wet' })
    const [value] = kept(state)
    expect(value).toMatchObject({ name: 'N', note: 'Wet' })
    expect([...(value?.tags ?? [])].sort()).toEqual(['a', 'b', 'rain', 'x', 'y'])
    expect(conflicts).not.toHaveBeenCalled()
  })

  it('keep mine and offer theirs when both windows gave a name', async () => {
    const { one, two, state } = twoWindows(someLabels('run-1', { name: 'Gate' }))
    await Promise.all([one.refresh(), two.refresh()])
    await two.change('run-1', { name: 'Theirs' })
    await one.change('run-1', { name: 'Mine' })
    expect(kept(state)[0]?.name).toBe('Mine')
    expect(conflicts).toHaveBeenCalledTimes(1)
    const [runId, field, theirs, take] = conflicts.mock.calls[0] ?? []
    expect([runId, field, theirs?.name]).toEqual(['run-1', 'name', 'Theirs'])
    await take?.()
    expect(kept(state)[0]?.name).toBe('Theirs')
    expect(one.of('run-1').name).toBe('Theirs')
    expect(conflicts).toHaveBeenCalledTimes(1)
  })

  it('also report the conflict when theirs was read while a name was being typed', async () => {
    const { one, two } = twoWindows()
    await Promise.all([one.refresh(), two.refresh()])
    const base = one.of('run-1')
    await two.change('run-1', { name: 'Theirs' })
    await one.refresh()
    await one.change('run-1', { name: 'Mine' }, base)
    expect(conflicts.mock.calls.map(([, field, theirs]) => [field, theirs.name])).toEqual([['name', 'Theirs']])
  })

  it('are reset to those of the host after a change that could not be saved', async () => {
    const { one, mine, state } = twoWindows(someLabels('run-1', { name: 'Gate' }))
    await one.refresh()
    mine.answer = full
    await expect(one.change('run-1', { name: 'Lost' })).rejects.toThrow('The disk is full.')
    expect(one.of('run-1').name).toBe('Gate')
    expect(kept(state)[0]?.name).toBe('Gate')
  })

  it('of somebody else are changed in place, and become mine only where they were removed', async () => {
    const { one, state } = twoWindows(someLabels('run-1', { name: 'Gate', tags: ['rain'] }))
    state.owners['run-1'] = SHARED_BY_ANA
    await one.refresh()
    expect(one.state.getState().owners.get('run-1')).toMatchObject({ owner_name: 'Ana Costa', is_own: false })
    await one.change('run-1', { name: 'North gate' })
    expect(kept(state)).toEqual([{ run_id: 'run-1', name: 'North gate', tags: ['rain'], note: null }])
    state.labels = []
    state.owners = {}
    await one.change('run-1', { note: 'Wet' })
    expect(kept(state)).toEqual([{ run_id: 'run-1', name: null, tags: [], note: 'Wet' }])
  })

  it('are shared, and private again, without a change of their value', async () => {
    const { one, two, state } = twoWindows(someLabels('run-1', { name: 'Gate' }))
    await Promise.all([one.refresh(), two.refresh()])
    await two.change('run-1', { name: 'North gate' })
    await one.share('run-1', 'organization')
    expect(state.owners['run-1']?.visibility).toBe('organization')
    expect(one.of('run-1').name).toBe('North gate')
    await one.share('run-1', 'me')
    expect(state.owners['run-1']?.visibility).toBe('me')
  })

  it('are removed with a run that was deleted in this window', async () => {
    const { one } = twoWindows(someLabels('run-1', { name: 'Gate' }))
    await one.refresh()
    one.forget('run-1')
    expect(one.of('run-1')).toBe(NO_LABELS)
  })
})

describe('a note', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    window.localStorage.clear()
  })
  afterEach(() => void vi.useRealTimers())
  const draftOf = (runId: string) => window.localStorage.getItem(`sightline.note.${runId}`)

  it('is saved once, soon after the last key press', async () => {
    const { one, state, mine } = twoWindows()
    await one.refresh()
    const calls = vi.spyOn(mine, 'answer')
    const editing = createNoteEditing('run-1', one, window.localStorage)
    for (const text of ['L', 'Le', 'Lens']) editing.type(text)
    expect(draftOf('run-1')).toContain('Lens')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(kept(state)[0]?.note).toBe('Lens')
    expect(calls.mock.calls.map(([endpoint]) => endpoint)).toEqual(['studioRunLabels.create'])
    expect(draftOf('run-1')).toBeNull()
  })

  it('of a closed window is saved by the next one', async () => {
    const { one, two, state } = twoWindows(someLabels('run-1', { note: 'Old' }))
    await Promise.all([one.refresh(), two.refresh()])
    createNoteEditing('run-1', one, window.localStorage).type('Old and new')
    vi.clearAllTimers()
    await createNoteEditing('run-1', two, window.localStorage).resume()
    expect(kept(state)[0]?.note).toBe('Old and new')
    expect(draftOf('run-1')).toBeNull()
    expect(conflicts).not.toHaveBeenCalled()
  })

  it('is kept as a draft, with the reason of the failure, until the host saves it', async () => {
    const { one, state, mine } = twoWindows()
    await one.refresh()
    const { answer } = mine
    mine.answer = full
    const editing = createNoteEditing('run-1', one, window.localStorage)
    editing.type('Lens')
    await Promise.all([editing.flush(), editing.flush()])
    expect(editing.state.getState()).toMatchObject({ draft: { text: 'Lens' }, problem: 'The disk is full.' })
    expect(draftOf('run-1')).toContain('Lens')
    mine.answer = answer
    await editing.flush()
    expect(kept(state)[0]?.note).toBe('Lens')
    expect(editing.state.getState()).toEqual({ draft: null, problem: null })
  })

  it('that the other window changed in the meantime is not overwritten silently', async () => {
    const { one, two, state } = twoWindows(someLabels('run-1', { note: 'Old' }))
    await Promise.all([one.refresh(), two.refresh()])
    const editing = createNoteEditing('run-1', one, window.localStorage)
    editing.type('Mine')
    await two.change('run-1', { note: 'Theirs' })
    await one.refresh()
    await editing.flush()
    expect(kept(state)[0]?.note).toBe('Mine')
    expect(conflicts.mock.calls.map(([, field, theirs]) => [field, theirs.note])).toEqual([['note', 'Theirs']])
  })
})
