/** One colour for each class name, the same in drawn videos and everywhere in the app. */

/** Well apart in hue and lightness, and readable on dark and light pictures. */
const PALETTE = [
  '#4c9be8',
  '#f2a33c',
  '#5cc26f',
  '#e8637a',
  '#a77be8',
  '#3fc1c0',
  '#d9c33f',
  '#ef7f45',
  '#6f8df0',
  '#8fcf4a',
  '#e06fc4',
  '#2fa98c',
  '#c99a5b',
  '#58b7f0',
  '#f28d8d',
  '#9bb03c',
  '#b58af5',
  '#4fd1a1',
  '#e5a0d0',
  '#8aa4b8',
] as const

/** Classes that are often seen together keep well apart; all others go by their name's hash. */
const COMMON: Record<string, string> = {
  car: '#4c9be8',
  truck: '#f2a33c',
  bus: '#d9c33f',
  van: '#3fc1c0',
  person: '#5cc26f',
  pedestrian: '#5cc26f',
  bicycle: '#e06fc4',
  motorcycle: '#a77be8',
}

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0
  return h
}

/** Of the form #rrggbb. */
export const classColor = (className: string): string =>
  (Object.hasOwn(COMMON, className) ? COMMON[className] : PALETTE[hash(className) % PALETTE.length]) as string
