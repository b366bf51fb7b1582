/** Focuses a block on the canvas, including one that was just added. */

/** React Flow keeps a new block hidden, and so unfocusable, until it has measured it. */
const MAX_FRAMES = 30

export function focusNode(id: string | undefined): void {
  if (id === undefined) return
  const before = document.activeElement
  const attempt = (framesLeft: number) => {
    requestAnimationFrame(() => {
      // A user who has started typing elsewhere keeps the focus there.
      const { activeElement } = document
      if (activeElement !== before && activeElement?.matches('input, textarea')) return
      const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
      node?.focus({ preventScroll: true })
      if (framesLeft > 1 && (!node || document.activeElement !== node)) attempt(framesLeft - 1)
    })
  }
  attempt(MAX_FRAMES)
}
