/**
 * The parts of an annotation that are merged by themselves: its class, its geometry, each further field and each attribute.
 * Two people who change different ones change both.
 */
import type { AnnotationChange } from '../../../shared/api/image-annotations.ts'
import type { Annotation } from '../../../shared/domain/annotation.ts'

/** By name; null for a field without a value. */
export type Units = Map<string, unknown>

const GEOMETRIES = ['bounding_box', 'polygon', 'polyline', 'keypoint'] as const
const FIELDS = ['name', 'confidence', 'review', 'origin', 'track_id', 'z', 'occluded', 'outside', 'keyframe'] as const
const ATTRIBUTE = 'attributes.'

type Fields = Omit<Annotation, 'id'>

/** The units that a change names. `type`: that of the annotation until now, for a geometry without one. */
export function changedUnits(change: AnnotationChange, type: Annotation['type'] | undefined): Units {
  const units: Units = new Map()
  for (const name of FIELDS) if (change[name] !== undefined) units.set(name, change[name])
  if (change.type !== undefined || GEOMETRIES.some((name) => change[name] !== undefined)) {
    const geometry: Record<string, unknown> = { type: change.type === 'box' ? 'bbox' : (change.type ?? type) }
    for (const name of GEOMETRIES) if (change[name] !== undefined) geometry[name] = change[name]
    units.set('geometry', geometry)
  }
  for (const [name, value] of Object.entries(change.attributes ?? {})) units.set(ATTRIBUTE + name, value)
  return units
}

export const unitOf = (annotation: Fields, unit: string): unknown => {
  if (unit === 'geometry') {
    const geometry: Record<string, unknown> = { type: annotation.type }
    for (const name of GEOMETRIES) if (annotation[name] !== undefined) geometry[name] = annotation[name]
    return geometry
  }
  if (unit.startsWith(ATTRIBUTE)) return annotation.attributes?.[unit.slice(ATTRIBUTE.length)] ?? null
  return annotation[unit as (typeof FIELDS)[number]] ?? null
}

/** All units of an annotation that have a value. */
export const unitsOf = (annotation: Fields): Units => {
  const units = changedUnits(annotation as AnnotationChange, annotation.type)
  for (const [name, value] of units) if (isUnset(name, value)) units.delete(name)
  return units
}

/** The annotation with other units. */
export function withUnits(annotation: Fields, units: Units): Fields {
  const next: Record<string, unknown> = { ...annotation }
  const attributes: Record<string, unknown> = Object.assign(Object.create(null), annotation.attributes)
  for (const [unit, value] of units) {
    if (unit === 'geometry') {
      for (const name of GEOMETRIES) delete next[name]
      Object.assign(next, value)
    } else if (unit.startsWith(ATTRIBUTE)) {
      const name = unit.slice(ATTRIBUTE.length)
      if (value === null) delete attributes[name]
      else attributes[name] = value
    } else if (value === null && unit !== 'confidence') delete next[unit]
    else next[unit] = value
  }
  if (Object.keys(attributes).length > 0) next.attributes = attributes
  else delete next.attributes
  return next as Fields
}

/** False is a value of attributes and keyframes, and else the lack of one. */
const isUnset = (unit: string, value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (value === 'none' && unit === 'review') ||
  (value === false && unit !== 'keyframe' && !unit.startsWith(ATTRIBUTE))

/** True for values that are stored alike: whatever the order of their fields, and with computed rectangles or without. */
export function isEqualUnit(unit: string, a: unknown, b: unknown): boolean {
  if (isUnset(unit, a) || isUnset(unit, b)) return isUnset(unit, a) && isUnset(unit, b)
  if (unit === 'geometry') return plainGeometry(a as Fields) === plainGeometry(b as Fields)
  return ordered(a ?? null) === ordered(b ?? null)
}

/** The values that make a geometry, as a text. */
function plainGeometry({ type, bounding_box: box, polygon, polyline, keypoint }: Fields): string {
  const point = ({ x, y }: { x: number; y: number }) => [x, y]
  const values = {
    bbox: () => box && [box.x, box.y, box.w, box.h],
    polygon: () => polygon?.paths.map((ring) => ring.map(point)),
    polyline: () => polyline?.points.map(point),
    keypoint: () => keypoint && point(keypoint),
  }
  return JSON.stringify([type, values[type]?.() ?? null])
}

const ordered = (value: unknown): string =>
  JSON.stringify(
    value,
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).sort() : undefined,
  )
