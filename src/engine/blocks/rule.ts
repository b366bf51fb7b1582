/** The rules of a condition, each judged frame by frame. */
import { withDefaults } from '../../shared/blocks/catalogue.ts'
import type { ConditionRule } from '../../shared/blocks/condition.ts'
import { anchorOf, type Detection, isTracked } from '../../shared/domain/detection.ts'
import { boxArea, insidePolygon, toPixels } from '../../shared/domain/geometry.ts'
import { createMeasurer } from '../measure/measurer.ts'
import type { Frame } from '../media/frame.ts'

type FrameFacts = Pick<Frame, 'index' | 'ptsS' | 'width' | 'height'>
/** The value that a rule compares, after taking in the next frame. */
type Subject = (detections: readonly Detection[], frame: FrameFacts) => number

const COMPARE: Record<ConditionRule['operator'], (value: number, threshold: number) => boolean> = {
  '>': (v, t) => v > t,
  '>=': (v, t) => v >= t,
  '<': (v, t) => v < t,
  '<=': (v, t) => v <= t,
  '==': (v, t) => v === t,
  '!=': (v, t) => v !== t,
}

export function createRule(rule: ConditionRule, nodeId: string) {
  const subject = SUBJECTS[rule.subject](rule, nodeId)
  return (detections: readonly Detection[], frame: FrameFacts): boolean => {
    const ofClass = rule.class_name ? detections.filter((d) => d.className === rule.class_name) : detections
    return COMPARE[rule.operator](subject(ofClass, frame), rule.threshold)
  }
}

const SUBJECTS: Record<ConditionRule['subject'], (rule: ConditionRule, nodeId: string) => Subject> = {
  class_count: () => (detections) => detections.length,
  detection_size: () => (detections, frame) =>
    detections.reduce((most, d) => Math.max(most, boxArea(d.box)), 0) / (frame.width * frame.height),
  line: crossings,
  zone: insideNow,
}

function crossings({ points = [] }: ConditionRule, nodeId: string): Subject {
  const line = { kind: 'line', name: 'line', points }
  const measurer = createMeasurer(nodeId, withDefaults('measure', { geometries: [line] }))
  return (detections, frame) => {
    measurer.update(detections.filter(isTracked), frame)
    return measurer.counts().lines.reduce((sum, l) => sum + l.a_to_b + l.b_to_a, 0)
  }
}

function insideNow({ points = [] }: ConditionRule): Subject {
  return (detections, frame) => {
    const polygon = points.map((p) => toPixels(p, frame))
    return detections.filter((d) => insidePolygon(anchorOf(d.box, 'bottom_center'), polygon)).length
  }
}
