/**
 * Labels in pixels hold for the size that they declare. An image can have another one: it was resized since, or its pixels are
 * stored turned and the labels hold for the stored ones.
 */
import { boundsOf } from '../../../../shared/domain/annotation.ts'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { NeutralShape, Point } from '../../../datasets/labels/neutral.ts'
import { scaled } from './fit-annotation.ts'

/** The declared size beside that of an image. */
export interface SizePair {
  declared: Size
  upright: Size
  /** By EXIF, from 1 to 8. */
  orientation: number
}

/** A declared size as rows have it, with the orientation of the file. */
export interface DeclaredSize extends Size {
  orientation: number
}

/** `other`: nothing explains the difference. */
export type SizeRelation = 'same' | 'scaled' | 'turned' | 'swapped' | 'other'

/** What an import does with the labels of an image whose size differs; `asked`: what its confirmation says. */
export type Sizing = 'kept' | 'scaled' | 'turned' | 'asked'

/** Rounding of a side. */
const ROUNDING_PX = 1

const swapped = ({ width, height }: Size): Size => ({ width: height, height: width })

/** True when the sizes differ by no more than rounding. */
export const isNear = (a: Size, b: Size): boolean =>
  Math.abs(a.width - b.width) <= ROUNDING_PX && Math.abs(a.height - b.height) <= ROUNDING_PX

/** True when one is the other by one factor for both sides, each of which may be rounded. */
function isProportional(a: Size, b: Size): boolean {
  const [small, large] = a.width * a.height < b.width * b.height ? [a, b] : [b, a]
  const factor = Math.max(small.width, small.height) / Math.max(large.width, large.height)
  return isNear(small, { width: large.width * factor, height: large.height * factor })
}

export const isStoredTurned = (orientation: number): boolean => orientation >= 5

/** True when the orientation of the image can explain the size. */
export const mayBeTurned = ({ declared, upright }: Omit<SizePair, 'orientation'>): boolean =>
  !isProportional(declared, upright) && isProportional(declared, swapped(upright))

export function relationOf({ declared, upright, orientation }: SizePair): SizeRelation {
  if (isNear(declared, upright)) return 'same'
  if (isProportional(declared, upright)) return 'scaled'
  if (isStoredTurned(orientation) && mayBeTurned({ declared, upright })) return 'turned'
  return isNear(declared, swapped(upright)) ? 'swapped' : 'other'
}

/** Shapes that lie in only one of the two sizes show which of them the labels hold for. */
export interface SizeEvidence {
  onlyDeclared: boolean
  onlyUpright: boolean
}

/** Pixels, and a part of the side, by which shapes may end outside and still count as inside. */
const [SLACK_PX, SLACK] = [1, 0.01]

export function addEvidence(evidence: SizeEvidence, shape: NeutralShape, { declared, upright }: SizePair): void {
  const box = shape.type === 'bbox' ? shape.box : boundsOf(pointsOf(shape))
  const isInside = ({ width, height }: Size): boolean => {
    const [x, y] = [SLACK_PX + SLACK * width, SLACK_PX + SLACK * height]
    return box.x >= -x && box.y >= -y && box.x + box.w <= width + x && box.y + box.h <= height + y
  }
  const [inDeclared, inUpright] = [isInside(declared), isInside(upright)]
  evidence.onlyDeclared ||= inDeclared && !inUpright
  evidence.onlyUpright ||= inUpright && !inDeclared
}

const pointsOf = (shape: Exclude<NeutralShape, { type: 'bbox' }>): readonly Point[] =>
  shape.type === 'keypoint' ? [shape.point] : shape.type === 'polyline' ? shape.points : shape.rings.flat()

/** `ofOthers`: evidence of the images with the same relation, which counts where the image itself shows nothing. */
export function sizingOf(relation: SizeRelation, own: SizeEvidence, ofOthers: SizeEvidence): Sizing {
  const space = spaceOf(own) ?? spaceOf(ofOthers)
  if (relation === 'same' || space === 'upright') return 'kept'
  if (relation === 'scaled' || relation === 'turned') return relation
  return relation === 'swapped' && space === null ? 'kept' : 'asked'
}

function spaceOf({ onlyDeclared, onlyUpright }: SizeEvidence): 'declared' | 'upright' | null {
  if (onlyDeclared === onlyUpright) return null
  return onlyDeclared ? 'declared' : 'upright'
}

/** Moves a shape from the declared size to the upright image. `orientation` is 1 for labels that are only scaled. */
export function toUpright(shape: NeutralShape, { declared, upright, orientation }: SizePair): NeutralShape {
  const stored = isStoredTurned(orientation) ? swapped(upright) : upright
  const factors = { width: stored.width / declared.width, height: stored.height / declared.height }
  const fitting = factors.width === 1 && factors.height === 1 ? shape : scaled(shape, factors)
  return isStoredTurned(orientation) ? turned(fitting, stored, orientation) : fitting
}

/** Orientations from 5 to 8 of EXIF 2.32, 4.6.5: row and column of the stored image are swapped, then mirrored. */
function turned(shape: NeutralShape, { width, height }: Size, orientation: number): NeutralShape {
  const [flipX, flipY] = [orientation === 6 || orientation === 7, orientation === 7 || orientation === 8]
  const point = ({ x, y }: Point): Point => ({ x: flipX ? height - y : y, y: flipY ? width - x : x })
  if (shape.type === 'bbox') {
    const { x, y, w, h } = shape.box
    return { type: 'bbox', box: { x: flipX ? height - y - h : y, y: flipY ? width - x - w : x, w: h, h: w } }
  }
  if (shape.type === 'keypoint') return { type: 'keypoint', point: point(shape.point) }
  if (shape.type === 'polyline') return { type: 'polyline', points: shape.points.map(point) }
  return { type: 'polygon', rings: shape.rings.map((ring) => ring.map(point)) }
}
