/** One canvas of the stage, at the resolution of the screen. */
import type { ImageSize } from '../outline/outline.ts'
import type { View } from './view.ts'

export class Layer {
  readonly element: HTMLCanvasElement
  /** Scaled to CSS pixels; null where there is no 2D canvas, so that nothing is drawn. */
  readonly #context: CanvasRenderingContext2D | null
  /** The view with which the bitmap was drawn. */
  #drawn: View | null = null
  /** True while nothing is drawn, so that clearing would only make the browser paint the layer again. */
  #blank = true

  constructor(parent: HTMLElement) {
    this.element = parent.ownerDocument.createElement('canvas')
    this.element.setAttribute('aria-hidden', 'true')
    Object.assign(this.element.style, {
      position: 'absolute',
      inset: '0',
      transformOrigin: '0 0',
      pointerEvents: 'none',
    })
    parent.append(this.element)
    this.#context = this.element.getContext('2d')
  }

  /** Sets the size in CSS pixels; the bitmap becomes empty. */
  resize({ width, height }: ImageSize, ratio: number): void {
    this.element.width = Math.max(1, Math.round(width * ratio))
    this.element.height = Math.max(1, Math.round(height * ratio))
    Object.assign(this.element.style, { width: `${width}px`, height: `${height}px` })
    this.#context?.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.#drawn = null
    this.#blank = true
  }

  clear({ width, height }: ImageSize): void {
    if (!this.#blank) this.#context?.clearRect(0, 0, width, height)
    this.#blank = true
  }

  /** Returns the context to draw with. */
  pen(): CanvasRenderingContext2D | null {
    this.#blank = false
    return this.#context
  }

  /** Records that the bitmap shows this view, in its place. */
  drawn(view: View): void {
    this.#drawn = view
    this.element.style.transform = ''
  }

  isDrawn(view: View): boolean {
    const drawn = this.#drawn
    return drawn !== null && drawn.scale === view.scale && drawn.x === view.x && drawn.y === view.y
  }

  /** Moves the bitmap to where the view has it, without drawing it again. */
  moveTo(view: View): void {
    const drawn = this.#drawn
    if (!drawn) return
    const share = view.scale / drawn.scale
    const [x, y] = [view.x - drawn.x * share, view.y - drawn.y * share]
    this.element.style.transform = this.isDrawn(view) ? '' : `matrix(${share}, 0, 0, ${share}, ${x}, ${y})`
  }
}
