/** The numbers by which masks of Cityscapes name classes and objects. */

/** By their numbers (cityscapesScripts, `helpers/labels.py`). */
const LABELS =
  'unlabeled,ego vehicle,rectification border,out of roi,static,dynamic,ground,road,sidewalk,parking,rail track,building,wall,fence,guard rail,bridge,tunnel,pole,polegroup,traffic light,traffic sign,vegetation,terrain,sky,person,rider,car,truck,bus,caravan,trailer,train,motorcycle,bicycle'.split(
    ',',
  )
/** Classes from this number on have objects that are told apart; those before it are surfaces. */
const FIRST_WITH_OBJECTS = 24
/** The numbers of objects have 16 bits: a thousand for each class. */
const OBJECTS = 1000
const LAST_WITH_OBJECTS = 64
const LAST = 255

/** The number of each class: further classes follow those of Cityscapes, and those for which no number is left have none. */
export function cityscapesIds(classes: readonly string[]): ReadonlyMap<string, number> {
  const others = classes.filter((name) => !LABELS.includes(name))
  const free = others.slice(0, LAST - LABELS.length + 1)
  return new Map([
    ...classes.filter((name) => LABELS.includes(name)).map((name) => [name, LABELS.indexOf(name)] as const),
    ...free.map((name, i) => [name, LABELS.length + i] as const),
  ])
}

/** The number of an object, by that of its class and those of the objects before it in the image. */
export function objectId(id: number, nth: number): number {
  const isTold = id >= FIRST_WITH_OBJECTS && id <= LAST_WITH_OBJECTS
  return isTold ? id * OBJECTS + Math.min(nth, OBJECTS - 1) : id
}
