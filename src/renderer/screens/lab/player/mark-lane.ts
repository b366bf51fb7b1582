/** A lane of the lab's time line: marks of the user or counts of the run; above the middle are A to B and entries. */
import type { TruthKind } from '../../../../shared/domain/truth.ts'
import {
  type LaneArea,
  type LaneMark,
  markX,
  nearestMark,
  type PaintLane,
  type TimelineLane,
} from '../../../parts/run/timeline/timeline-lane.ts'

export interface LabMark extends LaneMark {
  kind: TruthKind
  /** Errors have a head, so that they are recognizable without their colour. */
  tone: 'mark' | 'right' | 'wrong'
  chosen?: boolean
}

const COLORS = { mark: 'accent', right: 'good', wrong: 'bad' } as const
const HEAD_PX = 3
const isUp = (kind: TruthKind): boolean => kind === 'a_to_b' || kind === 'entry'

export function markLane(
  named: Pick<TimelineLane, 'key' | 'title' | 'note'>,
  unsorted: readonly LabMark[],
): TimelineLane {
  const marks = [...unsorted].sort((a, b) => a.timeS - b.timeS)
  const times = Float64Array.from(marks, (m) => m.timeS)
  return {
    ...named,
    color: '',
    stops: times,
    markAt: (timeS, withinS) => nearestMark({ marks, times }, timeS, withinS),
    textAt: () => '',
    paint: paintOf(marks),
  }
}

const paintOf =
  (marks: readonly LabMark[]): PaintLane =>
  (context, area) => {
    context.fillStyle = area.color('line-strong')
    context.fillRect(0, Math.round(area.height / 2), area.width, 1)
    for (const mark of marks) paintMark(context, mark, area)
  }

function paintMark(context: CanvasRenderingContext2D, { timeS, kind, tone, chosen }: LabMark, area: LaneArea): void {
  const middle = Math.round(area.height / 2)
  const [x, up] = [markX(timeS, area), isUp(kind)]
  const [top, tall] = up ? [3, middle - 3] : [middle + 1, area.height - middle - 4]
  context.fillStyle = area.color(COLORS[tone])
  context.fillRect(x - 1, top, 2, tall)
  if (tone === 'wrong') {
    context.beginPath()
    context.arc(x, up ? top + 1 : top + tall - 1, HEAD_PX, 0, 2 * Math.PI)
    context.fill()
  }
  if (chosen) {
    context.strokeStyle = area.color('text')
    context.strokeRect(x - 3.5, top - 1.5, 7, tall + 3)
  }
}
