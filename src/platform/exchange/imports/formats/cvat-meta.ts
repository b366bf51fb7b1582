/** The beginning of a CVAT document: its tasks, and the classes with the attributes that they declare. */
import { childText, numberOf, type XmlElement } from './xml-elements.ts'

export interface CvatTask {
  id: string | null
  /** The task's own name and that of its video, without endings. */
  names: readonly string[]
  /** Null for a task outside of subsets. */
  subset: string | null
  /** The size of a video; null when each image declares its own. */
  width: number | null
  height: number | null
  /** Number of its frames. */
  frames: number | null
  /** The number of its first frame, and from one frame to the next, in its video. */
  firstFrame: number
  frameStep: number
}

export interface CvatAttribute {
  name: string
  type: string
  /** The value that a shape without the attribute has; empty without one. */
  default: string
}

export interface CvatMeta {
  tasks: readonly CvatTask[]
  /** Points of a skeleton are named after it. */
  classes: readonly string[]
  /** `parent`: the skeleton that a class of points belongs to. */
  attributesOf(label: string, parent?: string): readonly CvatAttribute[]
}

export function cvatMeta(meta: XmlElement): CvatMeta {
  const tasks = [...within(meta, 'task'), ...within(meta, 'job')].map(taskOf)
  const labels = within(meta, 'labels').flatMap((list) => list.children.filter(({ name }) => name === 'label'))
  const attributes = new Map<string, CvatAttribute[]>()
  const classes: string[] = []
  for (const label of labels) {
    const name = childText(label, 'name')
    if (!name) continue
    const parent = childText(label, 'parent') || undefined
    classes.push(pointClass(name, parent))
    const declared = within(label, 'attribute').flatMap((one) => attributeOf(one))
    if (declared.length > 0) attributes.set(keyOf(name, parent), declared)
  }
  return { tasks, classes, attributesOf: (label, parent) => attributes.get(keyOf(label, parent)) ?? [] }
}

export const NO_META: CvatMeta = { tasks: [], classes: [], attributesOf: () => [] }

/** The class of a point of a skeleton. */
export const pointClass = (label: string, skeleton: string | undefined): string =>
  skeleton === undefined ? label : `${skeleton} ${label}`

const keyOf = (label: string, parent: string | undefined): string => JSON.stringify([label, parent])

/** Elements of a name at any depth. */
const within = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : within(child, name)))

function taskOf(element: XmlElement): CvatTask {
  const [size] = within(element, 'original_size')
  const names = [childText(element, 'name'), childText(element, 'source')].flatMap((name) => withoutEnding(name) ?? [])
  const step = /step\s*=\s*(\d+)/.exec(childText(element, 'frame_filter') ?? '')?.[1]
  return {
    id: childText(element, 'id') || null,
    names: [...new Set(names)],
    subset: childText(element, 'subset') || null,
    width: sideOf(size && childText(size, 'width')),
    height: sideOf(size && childText(size, 'height')),
    frames: sideOf(childText(element, 'size')),
    firstFrame: numberOf(childText(element, 'start_frame')) ?? 0,
    frameStep: sideOf(step) ?? 1,
  }
}

const withoutEnding = (name: string | null): string | null => name?.replace(/\.[A-Za-z0-9]{2,4}$/, '') || null

/** Null unless it is over 0. */
export function sideOf(text: string | null | undefined): number | null {
  const value = numberOf(text)
  return value !== null && value > 0 ? value : null
}

function attributeOf(element: XmlElement): CvatAttribute[] {
  const name = childText(element, 'name')
  if (!name) return []
  const type = childText(element, 'input_type') ?? 'text'
  return [{ name, type, default: childText(element, 'default_value') ?? '' }]
}
