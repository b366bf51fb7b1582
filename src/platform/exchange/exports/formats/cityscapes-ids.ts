/** The numbers by which masks of Cityscapes name classes and objects. */
import { CITYSCAPES_CLASSES, OBJECTS_OF_CLASS } from '../../../datasets/labels/cityscapes-classes.ts'

/** Each object of a class has a number of its own from this class on; earlier classes are surfaces. */
const FIRST_WITH_OBJECTS = 24
/** The numbers of objects have 16 bits. */
const LAST_WITH_OBJECTS = 64
const LAST = 255

/** The number of each class: further classes follow those of Cityscapes, and those for which no number is left have none. */
export function cityscapesIds(classes: readonly string[]): ReadonlyMap<string, number> {
  const others = classes.filter((name) => !CITYSCAPES_CLASSES.includes(name))
  const free = others.slice(0, LAST - CITYSCAPES_CLASSES.length + 1)
  return new Map([
    ...classes
      .filter((name) => CITYSCAPES_CLASSES.includes(name))
      .map((name) => [name, CITYSCAPES_CLASSES.indexOf(name)] as const),
    ...free.map((name, i) => [name, CITYSCAPES_CLASSES.length + i] as const),
  ])
}

/** The number of an object, by that of its class and those of the objects before it in the image. */
export function objectId(id: number, nth: number): number {
  const isTold = id >= FIRST_WITH_OBJECTS && id <= LAST_WITH_OBJECTS
  return isTold ? id * OBJECTS_OF_CLASS + Math.min(nth, OBJECTS_OF_CLASS - 1) : id
}
