/** Returns the position of a pointer on the screen, in CSS pixels. */
export const pointOf = (event: MouseEvent | TouchEvent): { x: number; y: number } => {
  const { clientX: x, clientY: y } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event
  return { x, y }
}
