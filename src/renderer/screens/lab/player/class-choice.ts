import { useMemo } from 'react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import type { TruthPlace } from '../../../../shared/domain/truth.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import type { Frames } from '../../../parts/run/records/use-frames.ts'

/** The classes that a mark can have: classes that were seen or marked first, then the other classes of the models. */

export interface ClassChoice {
  /** Shown as buttons with keys. */
  near: readonly string[]
  /** Shown in a searchable list. */
  further: readonly string[]
}

/** Up to this number, all classes are shown as buttons. */
const MAX_BUTTONS = 12

/** `seen`: in any order. `known`: the classes of the run's models, in the models' order. */
export function classChoice(seen: Iterable<string>, known: readonly string[]): ClassChoice {
  const first = [...new Set(seen)].filter((name) => name !== '').sort((a, b) => a.localeCompare(b))
  const further = [...new Set(known)].filter((name) => name !== '' && !first.includes(name))
  if (first.length + further.length <= MAX_BUTTONS) return { near: [...first, ...further], further: [] }
  return { near: first, further }
}

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
