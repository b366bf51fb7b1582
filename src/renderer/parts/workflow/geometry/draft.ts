/** Edits lines and zones with pure functions. Coordinates are fractions of the frame, clamped to 0–1. */
import type { Geometry } from '../../../../shared/blocks/measure.ts'
import type { NormPoint } from '../../../../shared/domain/geometry.ts'
import { texts } from '../../../texts/texts.ts'

export type GeometryKind = Geometry['kind']

/** Rounds to four decimals: an error under half a pixel at 4K, and short numbers in files. */
const rounded = (v: number) => Number(Math.min(1, Math.max(0, v)).toFixed(4))
export const inFrame = ([x, y]: NormPoint): NormPoint => [rounded(x), rounded(y)]

export const MIN_POINTS: Record<GeometryKind, number> = { line: 2, zone: 3 }

/** Returns an unused name: “Line 1”, “Zone 2”. */
export function freshName(kind: GeometryKind, taken: readonly Geometry[]): string {
  const word = kind === 'line' ? texts.blocks.geometryDraft.line : texts.blocks.geometryDraft.zone
  const names = new Set(taken.map((g) => g.name))
  for (let n = 1; ; n++) if (!names.has(`${word} ${n}`)) return `${word} ${n}`
}

const at = <T>(list: readonly T[], i: number, change: (item: T) => T) => list.map((v, n) => (n === i ? change(v) : v))

export const movePoint = (all: readonly Geometry[], g: number, p: number, to: NormPoint): Geometry[] =>
  at(all, g, (geometry) => ({ ...geometry, points: at(geometry.points, p, () => inFrame(to)) }))

/** Moves the whole shape, stopping at the border so that the shape is not distorted. */
export function moveShape(all: readonly Geometry[], g: number, dx: number, dy: number): Geometry[] {
  return at(all, g, (geometry) => {
    const xs = geometry.points.map((p) => p[0])
    const ys = geometry.points.map((p) => p[1])
    const x = Math.min(1 - Math.max(...xs), Math.max(-Math.min(...xs), dx))
    const y = Math.min(1 - Math.max(...ys), Math.max(-Math.min(...ys), dy))
    return { ...geometry, points: geometry.points.map((p) => inFrame([p[0] + x, p[1] + y])) }
  })
}

/** Inserts a corner in the middle of the side that starts at point `p`. */
export const splitSide = (all: readonly Geometry[], g: number, p: number): Geometry[] =>
  at(all, g, (geometry) => {
    const a = geometry.points[p]
    const b = geometry.points[(p + 1) % geometry.points.length]
    if (!a || !b) return geometry
    const middle = inFrame([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])
    return { ...geometry, points: geometry.points.toSpliced(p + 1, 0, middle) }
  })

/** Removes a point unless the shape would have too few left. */
export const removePoint = (all: readonly Geometry[], g: number, p: number): Geometry[] =>
  at(all, g, (geometry) =>
    geometry.points.length > MIN_POINTS[geometry.kind]
      ? { ...geometry, points: geometry.points.toSpliced(p, 1) }
      : geometry,
  )

/** Reverses the direction of a line, which swaps its sides A and B. */
export const reverse = (all: readonly Geometry[], g: number): Geometry[] =>
  at(all, g, (geometry) => ({ ...geometry, points: geometry.points.toReversed() }))
