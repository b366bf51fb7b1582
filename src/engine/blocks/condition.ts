import { withDefaults } from '../../shared/blocks/catalogue.ts'
import type { ConditionRule } from '../../shared/blocks/condition.ts'
import { anchorOf, type Detection, isTracked } from '../../shared/domain/detection.ts'
import { boxArea, toPixels } from '../../shared/domain/geometry.ts'
import { createMeasurer, type MeasurerState } from '../measure/measurer.ts'
import { Polygon } from '../measure/polygon.ts'
import type { Frame } from '../media/frame.ts'
import { type ExecutorFactory, NOTHING } from '../nodes/executor.ts'

type FrameFacts = Pick<Frame, 'index' | 'ptsS' | 'width' | 'height'>

interface Rule {
  /** Processes the next frame; every rule must see every frame, since some count over time. */
  holds(detections: readonly Detection[], frame: FrameFacts): boolean
  /** State of the rule after the last frame, for `createRule`. */
  save(): unknown
}

/** The value that a rule compares. */
interface Subject {
  value(detections: readonly Detection[], frame: FrameFacts): number
  save?(): unknown
}

const COMPARE: Record<ConditionRule['operator'], (value: number, threshold: number) => boolean> = {
  '>': (v, t) => v > t,
  '>=': (v, t) => v >= t,
  '<': (v, t) => v < t,
  '<=': (v, t) => v <= t,
  '==': (v, t) => v === t,
  '!=': (v, t) => v !== t,
}

/**
 * A rule of a condition, evaluated frame by frame.
 * @param saved result of `save` for the same rule in the run that is resumed, or null
 */
function createRule(rule: ConditionRule, nodeId: string, saved: unknown): Rule {
  const subject = SUBJECTS[rule.subject](rule, nodeId, saved)
  const compare = COMPARE[rule.operator]
  return {
    holds: (detections, frame) => compare(subject.value(detections, frame), rule.threshold),
    save: () => subject.save?.() ?? null,
  }
}

const ofClass = ({ class_name }: ConditionRule, detections: readonly Detection[]): readonly Detection[] =>
  class_name ? detections.filter((d) => d.className === class_name) : detections

const SUBJECTS: Record<ConditionRule['subject'], (rule: ConditionRule, nodeId: string, saved: unknown) => Subject> = {
  class_count: (rule) => ({ value: (detections) => ofClass(rule, detections).length }),
  detection_size: (rule) => ({
    value: (detections, frame) =>
      ofClass(rule, detections).reduce((most, d) => Math.max(most, boxArea(d.box)), 0) / (frame.width * frame.height),
  }),
  line: crossings,
  zone: insideNow,
}

/** Crossings of the line so far, in both directions, counted as in a measure block: of tracks only. */
function crossings({ points = [], class_name }: ConditionRule, nodeId: string, saved: unknown): Subject {
  const line = { kind: 'line', name: 'line', points, ...(class_name && { classes: [class_name] }) }
  const config = withDefaults('measure', { geometries: [line] })
  const measurer = createMeasurer(nodeId, config, saved as MeasurerState | null)
  return {
    value(detections, frame) {
      measurer.update(detections.filter(isTracked), frame)
      const [now] = measurer.live()
      return (now?.aToB ?? 0) + (now?.bToA ?? 0)
    },
    save: () => measurer.save(),
  }
}

/** Detections inside the zone in this frame, tracked or not. */
function insideNow(rule: ConditionRule): Subject {
  let polygon = new Polygon([], { width: 0, height: 0 })
  let size = { width: 0, height: 0 }
  return {
    value(detections, { width, height }) {
      if (width !== size.width || height !== size.height) {
        size = { width, height }
        polygon = new Polygon(
          (rule.points ?? []).map((p) => toPixels(p, size)),
          size,
        )
      }
      const stands = (d: Detection) => polygon.contains(polygon.clampToFrame(anchorOf(d.box, 'bottom_center')))
      return ofClass(rule, detections).filter(stands).length
    },
  }
}

interface ConditionState {
  held: boolean[]
  rules: unknown[]
}

/**
 * Sends each frame down exactly one branch, even when it has no detections; the other branch carries nothing for it.
 */
export const condition: ExecutorFactory<'condition'> = ({ node: { id, config }, saved: given }) => {
  const saved = given as ConditionState | null
  const rules = config.rules.map((rule, k) => createRule(rule, id, saved?.rules[k] ?? null))
  /** Result of the rules for each of the last frames, at most M of them. */
  const held = [...(saved?.held ?? [])]
  return {
    process({ frame, detections }) {
      if (!detections) return NOTHING
      const verdicts = rules.map((rule) => rule.holds(detections, frame))
      held.push(config.combinator === 'all' ? verdicts.every(Boolean) : verdicts.some(Boolean))
      if (held.length > config.hold_m) held.shift()
      const branch = held.filter(Boolean).length >= config.hold_n
      return { [String(branch)]: { type: 'detections', detections } }
    },
    save: (): ConditionState => ({ held: [...held], rules: rules.map((rule) => rule.save()) }),
  }
}
