import { describe, expect, it } from 'vitest'
import {
  knownTags,
  type Labels,
  mergeLabels,
  NO_LABELS,
  nameOf,
  noteOf,
  tagsOf,
} from '../../../../../src/renderer/parts/run/labels/labels.ts'
import { searchRuns } from '../../../../../src/renderer/parts/run/labels/search.ts'
import { aRun } from '../../../examples.ts'

const labels = (part: Partial<Labels>): Labels => ({ ...NO_LABELS, ...part })

describe('labels that two windows change', () => {
  const base = labels({ name: 'Gate', tags: ['rain', 'night'], note: 'Wet' })

  it('use each field of the window that changed it', () => {
    const merged = mergeLabels(base, { ...base, name: 'North gate' }, { ...base, note: 'Dry' })
    expect(merged).toEqual({ value: { ...base, name: 'North gate', note: 'Dry' }, conflicts: [] })
  })

  it('have the tags that either window added, and none that either removed', () => {
    const merged = mergeLabels(base, labels({ ...base, tags: ['rain', 'fog'] }), { ...base, tags: ['night', 'snow'] })
    expect(merged.value.tags).toEqual(['fog', 'snow'])
  })

  it('keep mine and report a conflict when both changed the same field to different values', () => {
    const merged = mergeLabels(base, { ...base, name: 'A', note: 'B' }, { ...base, name: 'C', note: null })
    expect(merged).toEqual({ value: { ...base, name: 'A', note: 'B' }, conflicts: ['name', 'note'] })
    expect(mergeLabels(base, { ...base, name: 'A' }, { ...base, name: 'A' }).conflicts).toEqual([])
  })

  it('also report a conflict when the merge would have too many tags', () => {
    const many = (from: string) => Array.from({ length: 15 }, (_, i) => `${from}${i}`)
    const merged = mergeLabels(NO_LABELS, labels({ tags: many('a') }), labels({ tags: many('b') }))
    expect(merged.value.tags).toHaveLength(20)
    expect(merged.conflicts).toEqual(['tags'])
  })
})

describe('typed text', () => {
  it('becomes a name on one line, or none', () => {
    expect(nameOf('  Gate \n two ')).toBe('Gate two')
    expect(nameOf('   ')).toBeNull()
    expect(nameOf('x'.repeat(200))).toHaveLength(120)
  })

  it('becomes tags without duplicates, spelled like known ones', () => {
    expect(tagsOf([' rain ', 'RAIN', 'Fog', ''], ['Rain', 'fog'])).toEqual(['Rain', 'fog'])
    expect(tagsOf([`${'a'.repeat(39)} b`], [])).toEqual(['a'.repeat(39)])
  })

  it('becomes a note with its line breaks, or none', () => {
    expect(noteOf('one\ntwo ')).toBe('one\ntwo ')
    expect(noteOf(' \n')).toBeNull()
  })
})

it('tags are suggested by how often they are used', () => {
  expect(knownTags([labels({ tags: ['b', 'a'] }), labels({ tags: ['c'] }), labels({ tags: ['c'] })])).toEqual([
    'c',
    'a',
    'b',
  ])
})

describe('a search', () => {
  const source = { kind: 'video' as const, name: 'Straße.mp4', uri: 'u' }
  const runs = [
    aRun({ id: '1', workflow_name: 'Kreuzung', source }),
    aRun({ id: '2', workflow_name: 'Crossing' }),
    aRun({ id: '3', workflow_name: 'Crossing', source: null }),
  ]
  const all = new Map([
    ['2', labels({ name: 'Café at night', tags: ['rain', 'jonction 4'] })],
    ['3', labels({ tags: ['rain'], note: 'Lens was\nwet' })],
  ])
  const found = (text: string, tag: string | null = null) => searchRuns(runs, all, { text, tag }).map((run) => run.id)

  it('covers names, workflows, files, tags and notes', () => {
    expect(found('café')).toEqual(['2'])
    expect(found('kreuz')).toEqual(['1'])
    expect(found('straße.mp4')).toEqual(['1'])
    expect(found('jonction')).toEqual(['2'])
    expect(found('wet')).toEqual(['3'])
    expect(found(' ')).toEqual(['1', '2', '3'])
  })

  it('requires every word, regardless of case and accents', () => {
    expect(found('CAFE crossing')).toEqual(['2'])
    expect(found('STRASSE')).toEqual(['1'])
    expect(found('night wet')).toEqual([])
  })

  it('can be combined with a tag, which must match exactly', () => {
    expect(found('', 'rain')).toEqual(['2', '3'])
    expect(found('night', 'rain')).toEqual(['2'])
    expect(found('', 'jonction')).toEqual([])
  })
})
