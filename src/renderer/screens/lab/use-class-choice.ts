import { useMemo } from 'react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import type { TruthPlace } from '../../../shared/domain/truth.ts'
import type { RunBlocks } from '../../parts/run/progress/use-run-blocks.ts'
import type { Frames } from '../../parts/run/records/use-records.ts'
import { type ClassChoice, classChoice } from './player/class-choice.ts'

/** The classes of a run that it counted, detected or has marks of, and the other classes of its models. */
export function useClassChoice(
  run: WorkflowRun,
  { classNames }: RunBlocks,
  frames: Frames,
  places: readonly TruthPlace[],
): ClassChoice {
  const { lines, zones } = run.counts
  const seen = [
    ...[...lines, ...zones].flatMap((place) => Object.keys(place.by_class)),
    ...frames.index.classNames,
    ...places.flatMap((p) => p.marks.flatMap((m) => m.class_name ?? [])),
  ]
  const key = JSON.stringify(classChoice(seen, classNames))
  return useMemo(() => JSON.parse(key) as ClassChoice, [key])
}
