/** Imports and exports truth files: JSON with everything, or CSV for spreadsheets and other tools. */

import { useCallback } from 'react'
import { Value } from 'typebox/value'
import { tidy } from '../../../../shared/accuracy/intervals.ts'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import {
  type Interval,
  kindsAt,
  TRUTH_KINDS,
  Truth,
  type TruthKind,
  type TruthPlace,
} from '../../../../shared/domain/truth.ts'
import { saveText } from '../../../base/ui/save-text.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { csvLine, csvParser } from '../../../parts/run/records/files/csv.ts'
import { pickFile } from '../../../parts/studio/upload/pick-file.ts'
import { texts } from '../../../texts/texts.ts'
import { type OpenTruth, truthOf } from './open-truth.ts'
import { type PlaceId, samePlace } from './truth-store.ts'

const COLUMNS = ['place', 'place_kind', 'record', 'time_s', 'until_s', 'class_name'] as const

export const truthJson = (truth: Truth): string => `${JSON.stringify(truth, null, 2)}\n`

export function truthCsv({ places }: Truth): string {
  const rows = places.flatMap(({ name, kind, watched, marks }) => [
    ...watched.map(([from, to]) => [name, kind, 'watched', from, to, null]),
    ...marks.map((m) => [name, kind, m.kind, m.time_s, null, m.class_name]),
  ])
  return [COLUMNS, ...rows].map(csvLine).join('')
}

/** @throws Error with a sentence that describes the problem with the file */
export function readTruthFile(text: string): readonly TruthPlace[] {
  return /^\s*\{/.test(text.replace(/^\uFEFF/, '')) ? fromJson(text.replace(/^\uFEFF/, '')) : fromCsv(text)
}

function fromJson(text: string): readonly TruthPlace[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(texts.lab.files.notJson)
  }
  if (Value.Check(Truth, value)) return value.places.map((p) => ({ ...p, watched: tidy(p.watched) }))
  const [first] = Value.Errors(Truth, value)
  throw new Error(texts.lab.files.notTruth(first?.instancePath || '/'))
}

function fromCsv(text: string): readonly TruthPlace[] {
  const parser = csvParser()
  const [head = [], ...rows] = [...parser.push(text), ...parser.finish()]
  const missing = COLUMNS.slice(0, 4).filter((name) => !head.includes(name))
  if (missing.length > 0) throw new Error(texts.lab.files.noColumn(missing[0] as string))
  const places: TruthPlace[] = []
  rows.forEach((row, i) => {
    const get = (name: (typeof COLUMNS)[number]) => row[head.indexOf(name)] ?? ''
    const bad = (column: string) => new Error(texts.lab.files.badCell(column, i + 2))
    const [name, kind, record] = [get('place'), get('place_kind'), get('record')]
    if (name === '' || name.length > 60) throw bad('place')
    if (kind !== 'line' && kind !== 'zone') throw bad('place_kind')
    const timeS = Number(get('time_s'))
    if (get('time_s') === '' || !(timeS >= 0)) throw bad('time_s')
    const place = placeOf(places, { name, kind })
    if (record === 'watched') {
      const until = Number(get('until_s'))
      if (get('until_s') === '' || !(until >= timeS)) throw bad('until_s')
      place.watched.push([timeS, until] satisfies Interval)
    } else {
      if (!isKind(record) || !kindsAt(kind).includes(record)) throw bad('record')
      place.marks.push({
        id: crypto.randomUUID(),
        time_s: timeS,
        kind: record,
        class_name: cutText(get('class_name'), 200) || null,
      })
    }
  })
  return places.map((p) => ({
    ...p,
    watched: tidy(p.watched),
    marks: p.marks.sort((a, b) => a.time_s - b.time_s),
  }))
}

function placeOf(places: TruthPlace[], id: PlaceId): TruthPlace {
  const known = places.find((p) => samePlace(p, id))
  if (known) return known
  const place: TruthPlace = { ...id, watched: [], marks: [] }
  places.push(place)
  return place
}

const isKind = (text: string): text is TruthKind => (TRUTH_KINDS as readonly string[]).includes(text)

/** Imports marks from a file and exports them to one. */
export function useTruthFiles(truth: OpenTruth) {
  const importFile = useCallback(async () => {
    const file = await pickFile('.json,.csv,application/json,text/csv', texts.lab.marks.chooseFile)
    if (!file) return
    try {
      const places = readTruthFile(await file.text())
      truth.replace(places)
      toastInfo(texts.lab.marks.imported(places.reduce((sum, p) => sum + p.marks.length, 0)))
    } catch (error) {
      toastError(texts.lab.marks.notImported, error)
    }
  }, [truth])
  const exportFile = useCallback(
    (format: 'json' | 'csv') => {
      const value = truthOf(truth.media, truth.store.getState().places)
      const name = `${value.media.name.replace(/\.[^.]*$/, '') || 'video'}.truth.${format}`
      if (format === 'json') saveText(name, truthJson(value), 'application/json')
      else saveText(name, truthCsv(value), 'text/csv')
    },
    [truth],
  )
  return { importFile: () => void importFile(), exportFile }
}
