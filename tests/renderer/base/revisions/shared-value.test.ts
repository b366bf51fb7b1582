import { describe, expect, it } from 'vitest'
import { HostError } from '../../../../src/renderer/base/host/host-context.ts'
import { createSharedValue } from '../../../../src/renderer/base/revisions/shared-value.ts'
import type { Revised } from '../../../../src/shared/domain/revision.ts'
import { mergeRecords } from '../../../../src/shared/revisions/merge.ts'

type Marks = Record<string, number>

function aHost() {
  let kept: Revised<Marks> | null = null
  let made = 0
  return {
    read: async () => kept && structuredClone(kept),
    async write(value: Marks, revision: string | null) {
      if ((kept?.revision ?? null) !== revision)
        throw new HostError({ code: 'stale_revision', message: 'Changed.', details: [] })
      kept = { value: structuredClone(value), revision: `r${++made}` }
      return kept.revision
    },
  }
}

function aWindow(host: ReturnType<typeof aHost>) {
  const shown: Marks[] = []
  const value = createSharedValue<Marks>({
    ...host,
    initial: null,
    empty: {},
    merge: (base, mine, theirs) => mergeRecords(base, mine, theirs).value,
    onMerged: (merged) => shown.push(merged),
  })
  return { save: (marks: Marks) => value.save(() => marks), refresh: value.refresh, shown }
}

describe('a value that two windows edit', () => {
  it('keeps the changes of both', async () => {
    const host = aHost()
    const [one, two] = [aWindow(host), aWindow(host)]
    await one.save({ a: 1 })
    await expect(two.save({ b: 2 })).resolves.toEqual({ a: 1, b: 2 })
    expect(two.shown).toEqual([{ b: 2, a: 1 }])
    await expect(one.save({ a: 3 })).resolves.toEqual({ a: 3, b: 2 })
    expect((await host.read())?.value).toEqual({ a: 3, b: 2 })
  })

  it('keeps every change of many writes at once', async () => {
    const host = aHost()
    const windows = Array.from({ length: 6 }, () => aWindow(host))
    await Promise.all(windows.map((w, i) => w.save({ [i]: i })))
    expect(Object.keys((await host.read())?.value ?? {})).toHaveLength(6)
  })

  it('reports another failure, and writes the next value', async () => {
    const host = aHost()
    let full = true
    const value = createSharedValue<Marks>({
      ...host,
      write: async (marks, revision) => {
        if (full) throw new HostError({ code: 'disk_full', message: 'The disk is full.', details: [] })
        return host.write(marks, revision)
      },
      initial: null,
      empty: {},
      merge: (_, mine) => mine,
      onMerged: () => {},
    })
    await expect(value.save(() => ({ a: 1 }))).rejects.toThrow('The disk is full.')
    full = false
    await expect(value.save(() => ({ a: 2 }))).resolves.toEqual({ a: 2 })
  })

  it('saves the value that is current when the write begins, so that a change just merged is kept', async () => {
    const host = aHost()
    const other = aWindow(host)
    await other.save({ theirs: 1 })
    let current: Marks = { mine: 1 }
    const value = createSharedValue<Marks>({
      ...host,
      initial: null,
      empty: {},
      merge: (base, mine, theirs) => mergeRecords(base, mine, theirs).value,
      onMerged: (merged) => {
        current = merged
      },
    })
    await Promise.all([value.refresh(() => current), value.save(() => current)])
    expect((await host.read())?.value).toEqual({ mine: 1, theirs: 1 })
  })

  it('shows the value of another window after a refresh', async () => {
    const host = aHost()
    const [one, two] = [aWindow(host), aWindow(host)]
    await one.refresh(() => ({}))
    expect(one.shown).toEqual([])
    await two.save({ b: 2 })
    await one.refresh(() => ({ a: 1 }))
    expect(one.shown).toEqual([{ a: 1, b: 2 }])
  })

  it('stays removed when another window removed it', async () => {
    let kept: Revised<Marks> | null = { value: { a: 1 }, revision: 'r1' }
    const written: Marks[] = []
    const removed: string[] = []
    const value = createSharedValue<Marks>({
      initial: kept,
      empty: {},
      read: async () => kept,
      write: async (marks, revision) => {
        if ((kept?.revision ?? null) !== revision)
          throw new HostError({ code: 'stale_revision', message: 'Changed.', details: [] })
        written.push(marks)
        return 'r2'
      },
      merge: (_, mine) => mine,
      onMerged: () => {},
      onRemoved: () => removed.push('removed'),
    })
    kept = null
    await expect(value.save(() => ({ a: 2 }))).resolves.toBeNull()
    await expect(value.save(() => ({ a: 3 }))).resolves.toBeNull()
    expect([written, removed]).toEqual([[], ['removed']])
  })
})
