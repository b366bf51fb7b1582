/** The lanes under the player: what was watched and marked, and on demand what the run counted. */
import { useMemo } from 'react'
import { totalS } from '../../shared/accuracy/intervals.ts'
import type { Score } from '../../shared/accuracy/score.ts'
import type { TruthKind, TruthPlace } from '../../shared/domain/truth.ts'
import { formatCount } from '../messages/plural.ts'
import { texts } from '../messages/texts.ts'
import { formatDuration } from '../ui/format.ts'
import type { TimelineLane } from './player/lab-timeline.tsx'
import type { CountedEvent } from './score/counted.ts'

const isUp = (kind: TruthKind): boolean => kind === 'a_to_b' || kind === 'entry'

/** @param score null while the watcher must not be told */
export function useLabLanes(
  { watched, marks }: TruthPlace,
  score: Score<CountedEvent> | null,
  chosenId: string | null,
): readonly TimelineLane[] {
  return useMemo(() => {
    const t = texts.lab.lanes
    const lanes: TimelineLane[] = [
      { key: 'watched', title: t.watched, note: formatDuration(totalS(watched)), spans: watched, ticks: [] },
      {
        ...{ key: 'marks', title: t.marks, note: formatCount(marks.length), spans: [] },
        ticks: marks.map(({ id, time_s, kind }) => {
          return { key: id, timeS: time_s, up: isUp(kind), tone: 'mark', chosen: id === chosenId }
        }),
      },
    ]
    if (score) {
      const counted = [
        ...score.matches.map(({ counted: c }) => ({ c, tone: 'right' as const })),
        ...score.falseCounts.map((c) => ({ c, tone: 'wrong' as const })),
      ]
      lanes.push({
        ...{ key: 'counted', title: t.counted, note: formatCount(counted.length), spans: [] },
        ticks: counted.map(({ c, tone }, i) => ({ key: `${i}`, timeS: c.timeS, up: isUp(c.kind), tone })),
      })
    }
    return lanes
  }, [watched, marks, score, chosenId])
}
