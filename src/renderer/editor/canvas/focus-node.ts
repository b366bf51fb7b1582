/** Gives the keyboard to a block on the canvas, also to one that was added just now. */

/** React Flow keeps a new block hidden, and so out of reach of the focus, until it has measured it. */
const MOST_FRAMES = 30

export function focusNode(id: string | undefined, framesLeft = MOST_FRAMES): void {
  if (id === undefined || framesLeft === 0) return
  requestAnimationFrame(() => {
    const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
    node?.focus({ preventScroll: true })
    if (!node || document.activeElement !== node) focusNode(id, framesLeft - 1)
  })
}
