/** A lane of the lab's time line: the parts of the video that the user has watched. */
import type { Interval } from '../../../../shared/domain/truth.ts'
import type { TimelineLane } from '../../../parts/run/timeline/timeline-lane.ts'

const TALL_PX = 10

export function spanLane(
  named: Pick<TimelineLane, 'key' | 'title' | 'note'>,
  spans: readonly Interval[],
  text: (within: boolean) => string,
): TimelineLane {
  return {
    ...named,
    color: '',
    stops: spans.flat(),
    markAt: () => null,
    textAt: (timeS) => text(spans.some(([from, to]) => from <= timeS && timeS <= to)),
    paint(context, { width, height, durationS, color }) {
      context.fillStyle = color('faint')
      for (const [from, to] of spans) {
        const x = (from / durationS) * width
        context.beginPath()
        context.roundRect(x, (height - TALL_PX) / 2, Math.max(1, ((to - from) / durationS) * width), TALL_PX, 2)
        context.fill()
      }
    },
  }
}
