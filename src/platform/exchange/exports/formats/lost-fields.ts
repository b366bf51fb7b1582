/** The fields and attributes of an annotation that a format does not keep as they are. */
import { type Annotation, annotationExtras } from '../../../../shared/domain/annotation.ts'
import type { FieldName } from '../../../datasets/labels/stored-fields.ts'

/** Returns whether a format keeps a value of an attribute. */
export type KeepsValue = (value: unknown, annotation: Annotation) => boolean

/** What a format keeps of the fields beside class, confidence and shape. */
export interface HeldFields {
  fields: readonly FieldName[]
  /** Attributes with a place of their own, by the values that it has. Formats without the field `attributes` keep no others. */
  attributes?: Readonly<Record<string, KeepsValue>>
  /** Returns whether an attribute without a place of its own keeps this text; it keeps all when omitted. */
  keepsText?(text: string): boolean
  /** Returns whether the format keeps this name of a class; it keeps all when omitted. */
  keepsName?(name: string): boolean
  /** True when the format has key frames of tracks only. */
  hasKeyframesOfTracksOnly?: boolean
}

/** For an attribute whose name the format gives another meaning. */
const never: KeepsValue = () => false
export const isTrue: KeepsValue = (value) => value === true

/** Attributes that readers of a format take to be these fields. */
export const asFields = (...names: string[]): Record<string, KeepsValue> =>
  Object.fromEntries(names.map((name) => [name, never]))

/** Readers of XML and of tables trim texts. */
export const isTrimmed = (text: string): boolean => text === text.trim()

const EXTRAS = Object.keys(annotationExtras)

export function lostFields(annotation: Annotation, held: HeldFields): string[] {
  const { attributes = {}, ...others } = annotation
  const fields = Object.entries(others).filter(([name, value]) => EXTRAS.includes(name) && value != null)
  return [
    ...fields.filter(([name, value]) => !isFieldKept(name, value, annotation, held)),
    ...Object.entries(attributes).filter(([name, value]) => !isAttributeKept(name, value, annotation, held)),
  ].map(([name]) => name)
}

function isFieldKept(name: string, value: unknown, { track_id }: Annotation, held: HeldFields): boolean {
  if (!held.fields.includes(name as FieldName)) return false
  // Formats tell apart what waits for a review, and no other states of it.
  if (name === 'review') return value === 'pending'
  return name !== 'keyframe' || track_id !== undefined || !held.hasKeyframesOfTracksOnly
}

function isAttributeKept(name: string, value: unknown, annotation: Annotation, held: HeldFields): boolean {
  const { fields, attributes = {}, keepsText = () => true } = held
  if (Object.hasOwn(attributes, name)) return attributes[name]?.(value, annotation) ?? false
  return fields.includes('attributes') && (typeof value !== 'string' || keepsText(value))
}
