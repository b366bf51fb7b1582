/** The view of the stage while the user zooms and pans, and while the stage changes its size. */
import { fitView, panned, toImage, type View, viewOf, zoomedAt } from '../canvas/view.ts'
import { type Bounds, grown, type ImageSize, type Point } from '../outline/outline.ts'

const ZOOM_STEP = 1.4
/** Space around what is zoomed to, as a share of its size, and at least so many pixels of the image. */
const AROUND = 0.6
const LEAST_AROUND = 8

export class StageView {
  readonly #image: ImageSize
  readonly #onChange: (view: View) => void
  #size: ImageSize = { width: 0, height: 0 }
  /** True until the user zooms or pans: the view then follows the size of the stage. */
  #isFit = true
  view: View = { scale: 1, x: 0, y: 0 }

  constructor(image: ImageSize, onChange: (view: View) => void) {
    this.#image = image
    this.#onChange = onChange
  }

  resize(size: ImageSize): void {
    this.#size = size
    if (this.#isFit) this.fit()
  }

  fit(): void {
    this.#set(fitView(this.#image, this.#size))
    this.#isFit = true
  }

  pan(by: Point): void {
    this.#set(panned(this.view, by, this.#image, this.#size))
  }

  zoomAt(at: Point, factor: number): void {
    this.#set(zoomedAt(this.view, at, factor, this.#image, this.#size))
  }

  /** Zooms at a place of the stage, or at its middle. */
  zoomBy(steps: number, at: Point | null): void {
    this.zoomAt(at ?? { x: this.#size.width / 2, y: this.#size.height / 2 }, ZOOM_STEP ** steps)
  }

  /** Shows the bounds as large as their surroundings allow. */
  zoomTo(bounds: Bounds): void {
    const by = AROUND * Math.max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY)
    this.#set(viewOf(grown(bounds, Math.max(LEAST_AROUND, by)), this.#size))
  }

  /** Moves the view to the bounds unless part of them is visible. */
  reveal({ minX, minY, maxX, maxY }: Bounds): void {
    const { width, height } = this.#size
    const [from, to] = [toImage(this.view, { x: 0, y: 0 }), toImage(this.view, { x: width, y: height })]
    if (maxX > from.x && minX < to.x && maxY > from.y && minY < to.y) return
    const { scale } = this.view
    this.#set({ scale, x: width / 2 - ((minX + maxX) / 2) * scale, y: height / 2 - ((minY + maxY) / 2) * scale })
  }

  #set(view: View): void {
    this.#isFit = false
    this.view = view
    this.#onChange(view)
  }
}
