/** The classes that a mark may have: those of the run, and those marked before. */
import { useMemo } from 'react'
import type { WorkflowRun } from '../../shared/domain/run.ts'
import type { TruthPlace } from '../../shared/domain/truth.ts'
import type { Frames } from '../runs/tracks/use-frames.ts'

export function useClassNames(run: WorkflowRun, frames: Frames, places: readonly TruthPlace[]): string[] {
  const { lines, zones } = run.counts
  const names = new Set([
    ...[...lines, ...zones].flatMap((place) => Object.keys(place.by_class)),
    ...frames.index.classNames,
    ...places.flatMap((p) => p.marks.flatMap((m) => m.class_name ?? [])),
  ])
  const key = JSON.stringify([...names].filter((name) => name !== '').sort((a, b) => a.localeCompare(b)))
  return useMemo(() => JSON.parse(key) as string[], [key])
}
