/** Gives the keyboard to a block on the canvas, also to one that was added just now. */

/** React Flow keeps a new block hidden, and so out of reach of the focus, until it has measured it. */
const MOST_FRAMES = 30

export function focusNode(id: string | undefined): void {
  if (id === undefined) return
  const before = document.activeElement
  const attempt = (framesLeft: number) => {
    requestAnimationFrame(() => {
      // Whoever has gone on to type somewhere else stays there.
      const { activeElement } = document
      if (activeElement !== before && activeElement?.matches('input, textarea')) return
      const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
      node?.focus({ preventScroll: true })
      if (framesLeft > 1 && (!node || document.activeElement !== node)) attempt(framesLeft - 1)
    })
  }
  attempt(MOST_FRAMES)
}
