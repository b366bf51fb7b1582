/** The fixed vocabularies of content tags, by category. */
import type { AutoTags } from '../../../shared/engine-contract/derivation.ts'
import { ATTRIBUTES } from './attributes.ts'
import { OBJECTS } from './objects.ts'
import { SCENES } from './scenes.ts'

export type TagCategory = keyof AutoTags
export const TAG_CATEGORIES = ['objects', 'scenes', 'attributes'] as const satisfies readonly TagCategory[]

export const VOCABULARIES: Readonly<Record<TagCategory, readonly string[]>> = {
  objects: OBJECTS,
  scenes: SCENES,
  attributes: ATTRIBUTES,
}

/** What a model compares an image with (Radford et al., 2021, section 3.1.4). */
export const PROMPTS: Readonly<Record<TagCategory, (label: string) => string>> = {
  objects: (label) => `a photo of a ${label}`,
  scenes: (label) => `a photo of a place: ${label}`,
  attributes: (label) => `a photo that is ${label}`,
}

/** Other names that detectors give to objects of the vocabulary, as in Pascal VOC and Open Images. */
const SYNONYMS: Readonly<Record<string, string>> = {
  aeroplane: 'airplane',
  'bus stop sign': 'traffic sign',
  cattle: 'cow',
  diningtable: 'dining table',
  doughnut: 'donut',
  'license plate': 'number plate',
  man: 'person',
  'mobile phone': 'cell phone',
  motorbike: 'motorcycle',
  pedestrian: 'person',
  pottedplant: 'potted plant',
  sofa: 'couch',
  television: 'tv',
  tvmonitor: 'tv',
  'vehicle registration plate': 'number plate',
  woman: 'person',
}

const OBJECT_NAMES = new Set(OBJECTS)

/** The object of the vocabulary that a class of a detector means; null for any other class. */
export function objectOf(className: string): string | null {
  const name = className.trim().toLowerCase().replaceAll('_', ' ')
  const object = Object.hasOwn(SYNONYMS, name) ? (SYNONYMS[name] as string) : name
  return OBJECT_NAMES.has(object) ? object : null
}
