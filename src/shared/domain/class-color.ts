/** A colour for each class of a run, the same in rendered videos and everywhere in the app. */
import { own } from './own.ts'

/** Distinguishable with every kind of colour vision, on dark and light surfaces and on images. */
export const CLEAR_COLORS = [
  ...['#4c9be8', '#f69b97', '#b38b39', '#4fcdcd', '#008c70', '#934bee', '#555ab4', '#e8519e', '#93cd0e', '#ae4e1a'],
] as const

/** Intermediate shades, for models of more classes. */
export const SHADES = [
  ...['#bbbaf3', '#3d5e4a', '#e84461', '#b896c7', '#ea7ca1', '#9d3343', '#91438c', '#9b76bd', '#7136da', '#d4c26b'],
] as const

/** Start of the search for a class' colour, spread so that classes often seen together are far apart. */
const USUAL: Record<string, number> = {
  car: 0,
  bus: 2,
  van: 3,
  motorcycle: 5,
  bicycle: 7,
  person: 8,
  pedestrian: 8,
  truck: 9,
}

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0
  return h
}

const isUsual = (className: string): boolean => Object.hasOwn(USUAL, className)

/** All colours in the order of preference of this class. */
function choicesOf(className: string): readonly string[] {
  const start = (isUsual(className) ? (USUAL[className] as number) : hash(className)) % CLEAR_COLORS.length
  const from = (colors: readonly string[]) => [...colors.slice(start), ...colors.slice(0, start)]
  return [...from(CLEAR_COLORS), ...from(SHADES)]
}

/** The colour of a class whose model is not known, as #rrggbb. */
export const classColor = (className: string): string => choicesOf(className)[0] as string

/**
 * Colours for the classes that a run can find, in the order of its models: each class gets the first of its choices
 * that the fewest others have. Colours are therefore distinct as long as there are enough, and the same models give the
 * same colours in every run.
 */
export function classColors(classNames: readonly string[]): ReadonlyMap<string, string> {
  const uses = new Map<string, number>()
  const usesOf = (color: string) => uses.get(color) ?? 0
  const colors = new Map<string, string>()
  for (const name of [...classNames.filter(isUsual), ...classNames.filter((name) => !isUsual(name))]) {
    if (colors.has(name)) continue
    const color = choicesOf(name).reduce((best, other) => (usesOf(other) < usesOf(best) ? other : best))
    uses.set(color, usesOf(color) + 1)
    colors.set(name, color)
  }
  return colors
}

/** The style of a class; without a colour of its own, it is drawn in the colour of its name. */
export interface ClassStyle {
  color?: string
  label?: string
  hidden?: boolean
}

/** The chosen styles, and for all other classes of a run a colour that no other class has. */
export function classStyles(
  classNames: readonly string[],
  chosen: Readonly<Record<string, ClassStyle>>,
): Record<string, ClassStyle> {
  const all = [...classColors(classNames)].map(([name, color]) => [name, { color, ...own(chosen, name) }] as const)
  return { ...chosen, ...Object.fromEntries(all) }
}
