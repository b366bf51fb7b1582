/**
 * Draws the stage on four layers: image, resting shapes, active shapes, crosshair. A drag draws only the active layer;
 * a change of a few shapes draws their surroundings; a new view moves the old bitmaps first where drawing takes longer.
 */
import type { Labelled, LabellingDocument } from '../document/document.ts'
import type { ShapeIndex } from '../document/shape-index.ts'
import { type Bounds, boundsOf, grown, type ImageSize, type Point } from '../outline/outline.ts'
import { type Draft, isEmpty } from '../tools/tool.ts'
import { Layer } from './layer.ts'
import { paintCrosshair, paintGhost, paintHandles, paintMarquee, paintPath, paintSnap } from './paint-handles.ts'
import { LABEL_HEIGHT, paintShape, setLabelFont } from './paint-shape.ts'
import { toStage, type View, visibleBounds } from './view.ts'

export interface Scene {
  document: LabellingDocument
  index: ShapeIndex
  image: ImageSize
  /** Null until the image is loaded. */
  bitmap: CanvasImageSource | null
  view: View
  draft: Draft
  colorOf(className: string): string
  labelOf(annotation: Labelled): string
  /** True to draw the selected shapes alone. */
  hidesOthers: boolean
  /** Whether the selected shapes have handles. */
  handles: boolean
  /** The place of the crosshair on the stage, CSS pixels. */
  crosshair: Point | null
}

/** Above these numbers a view that moves shows the old bitmap until it rests. */
const HEAVY_SHAPES = 250
const HEAVY_PIXELS = 8_000_000
const SETTLED_MS = 120
/** Above this number of shapes in view, labels hide more than they show. */
const MAX_LABELS = 150
/** Width at which a shape has room for its label, CSS pixels. */
const LABELLED_PX = 22
const LONGEST_LABEL_PX = 260
const EDGE_PX = 8
/** Above this number of changed places, everything is drawn again. */
const MAX_DIRTY = 40
/** From this scale on, the pixels of the image are squares. */
const CRISP_SCALE = 4

export class Renderer {
  readonly #scene: () => Scene
  readonly #layers: { image: Layer; resting: Layer; active: Layer; cross: Layer }
  #stage: ImageSize = { width: 0, height: 0 }
  #frame = 0
  #settling: ReturnType<typeof setTimeout> | undefined
  #stale = { image: true, resting: true }
  #dirty: Bounds[] = []
  #lifted: ReadonlySet<string> = new Set()
  #labels = true
  #inView = 0

  constructor(parent: HTMLElement, scene: () => Scene) {
    this.#scene = scene
    this.#layers = {
      image: new Layer(parent),
      resting: new Layer(parent),
      active: new Layer(parent),
      cross: new Layer(parent),
    }
    setLabelFont(getComputedStyle(parent).fontFamily || 'sans-serif')
  }

  /** Sets the size of the stage in CSS pixels. */
  resize(stage: ImageSize): void {
    this.#stage = stage
    for (const layer of Object.values(this.#layers)) layer.resize(stage, window.devicePixelRatio || 1)
    this.redrawAll()
  }

  /** Brightness and contrast of the image, 1 for unchanged. */
  adjust(brightness: number, contrast: number): void {
    const unchanged = brightness === 1 && contrast === 1
    this.#layers.image.element.style.filter = unchanged ? '' : `brightness(${brightness}) contrast(${contrast})`
  }

  redrawAll(): void {
    this.#stale = { image: true, resting: true }
    this.redraw()
  }

  redrawShapes(): void {
    this.#stale.resting = true
    this.redraw()
  }

  /** Draws the surroundings of these bounds of the image again. */
  redrawAround(bounds: readonly Bounds[]): void {
    this.#dirty.push(...bounds)
    if (this.#dirty.length > MAX_DIRTY) this.#stale.resting = true
    this.redraw()
  }

  /** Draws the active layer in the next frame, and the others where they are out of date. */
  redraw(): void {
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#draw(this.#scene())
    })
  }

  close(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#settling)
    for (const { element } of Object.values(this.#layers)) element.remove()
  }

  #draw(scene: Scene): void {
    if (this.#stage.width === 0) return
    this.#followView(scene)
    this.#lift(scene)
    if (this.#stale.image) this.#drawImage(scene)
    if (this.#stale.resting) this.#drawResting(scene)
    else for (const bounds of this.#dirty) this.#drawAround(scene, bounds)
    this.#dirty = []
    this.#stale = { image: false, resting: false }
    this.#drawActive(scene)
    this.#drawCross(scene)
  }

  #followView({ view, image }: Scene): void {
    const { image: picture, resting } = this.#layers
    if (picture.isDrawn(view) && resting.isDrawn(view)) return
    const heavy = this.#inView > HEAVY_SHAPES || image.width * image.height > HEAVY_PIXELS
    if (!heavy || this.#stale.image || this.#stale.resting) {
      this.#stale = { image: true, resting: true }
      return
    }
    picture.moveTo(view)
    resting.moveTo(view)
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => this.redrawAll(), SETTLED_MS)
    // The moved bitmap has no places to draw at until it is drawn again.
    this.#dirty = []
  }

  /** Removes the shapes that a tool changes from the resting layer, and returns those that it has finished with. */
  #lift({ draft, document }: Scene): void {
    const lifted = new Set(draft.changed.map(({ id }) => id))
    for (const id of new Set([...lifted, ...this.#lifted])) {
      if (lifted.has(id) === this.#lifted.has(id)) continue
      const annotation = document.get(id)
      if (annotation) this.#dirty.push(boundsOf(annotation))
    }
    this.#lifted = lifted
    if (this.#dirty.length > MAX_DIRTY) this.#stale.resting = true
  }

  #drawImage({ bitmap, image, view }: Scene): void {
    this.#layers.image.clear(this.#stage)
    this.#layers.image.drawn(view)
    const context = bitmap && this.#layers.image.pen()
    if (!context) return
    context.imageSmoothingEnabled = view.scale < CRISP_SCALE
    context.imageSmoothingQuality = 'medium'
    context.drawImage(bitmap, view.x, view.y, image.width * view.scale, image.height * view.scale)
  }

  #drawResting(scene: Scene): void {
    this.#layers.resting.clear(this.#stage)
    this.#layers.resting.drawn(scene.view)
    const context = this.#layers.resting.pen()
    if (!context) return
    const shapes = this.#shapesIn(scene, visibleBounds(scene.view, this.#stage))
    this.#inView = shapes.length
    this.#labels = shapes.length <= MAX_LABELS
    for (const shape of shapes) this.#paintResting(context, scene, shape)
  }

  #drawAround(scene: Scene, bounds: Bounds): void {
    const context = this.#layers.resting.pen()
    if (!context || !this.#layers.resting.isDrawn(scene.view)) return
    const { scale } = scene.view
    const area = withLabel(bounds, scale)
    const from = toStage(scene.view, { x: area.minX, y: area.minY })
    const to = toStage(scene.view, { x: area.maxX, y: area.maxY })
    context.save()
    context.beginPath()
    context.rect(Math.floor(from.x), Math.floor(from.y), Math.ceil(to.x - from.x) + 1, Math.ceil(to.y - from.y) + 1)
    context.clip()
    context.clearRect(0, 0, this.#stage.width, this.#stage.height)
    for (const shape of this.#shapesIn(scene, area)) this.#paintResting(context, scene, shape)
    context.restore()
  }

  /** The shapes that draw something in an area of the image, in drawing order. */
  #shapesIn({ document, index, hidesOthers, view: { scale } }: Scene, area: Bounds): Labelled[] {
    const reaching = {
      minX: area.minX - LONGEST_LABEL_PX / scale,
      minY: area.minY - EDGE_PX / scale,
      maxX: area.maxX + EDGE_PX / scale,
      maxY: area.maxY + LABEL_HEIGHT / scale,
    }
    const { hidden, selection } = document
    const isDrawn = (id: string) => !this.#lifted.has(id) && !hidden.has(id) && (!hidesOthers || selection.has(id))
    return index
      .within(reaching)
      .flatMap((id) => (isDrawn(id) ? (document.get(id) ?? []) : []))
      .sort((a, b) => document.rankOf(a.id) - document.rankOf(b.id))
  }

  #paintResting(context: CanvasRenderingContext2D, scene: Scene, shape: Labelled): void {
    const { view, colorOf, labelOf } = scene
    const { minX, maxX } = boundsOf(shape)
    const hasRoom = shape.keypoint !== undefined || (maxX - minX) * view.scale >= LABELLED_PX
    const label = this.#labels && hasRoom ? labelOf(shape) : null
    paintShape(context, shape, view, { color: colorOf(shape.name), emphasis: 'none', label })
  }

  #drawActive(scene: Scene): void {
    const { document, draft, view, colorOf, labelOf, handles } = scene
    this.#layers.active.clear(this.#stage)
    const context = document.selection.size > 0 || !isEmpty(draft) ? this.#layers.active.pen() : null
    if (!context) return
    const visible = grown(visibleBounds(view, this.#stage), EDGE_PX / view.scale)
    const paint = (shape: Labelled, emphasis: 'hover' | 'selected') =>
      paintShape(context, shape, view, { color: colorOf(shape.name), emphasis, label: labelOf(shape) })
    for (const id of draft.hover) {
      const shape = document.get(id)
      if (shape && !document.selection.has(id) && !this.#lifted.has(id)) paint(shape, 'hover')
    }
    const resting = document.selected.filter(({ id }) => !this.#lifted.has(id) && !document.hidden.has(id))
    for (const shape of [...resting, ...draft.changed]) paint(shape, 'selected')
    if (handles) {
      const editable = [...resting, ...draft.changed].filter(({ id }) => !document.locked.has(id))
      // The handles of many shapes would hide them.
      if (editable.length === 1) paintHandles(context, editable[0] as Labelled, view, visible)
    }
    this.#drawDraft(context, draft, scene)
  }

  #drawDraft(context: CanvasRenderingContext2D, draft: Draft, { view, colorOf, document }: Scene): void {
    const { path, ghost, snap, marquee } = draft
    if (path) {
      const color = path.className === null ? '#ffffff' : colorOf(path.className)
      paintPath(context, path.points, view, { color, closes: path.closes, dashed: path.dashed })
    }
    const [selected] = document.selected
    if (ghost) paintGhost(context, ghost, view, selected ? colorOf(selected.name) : '#ffffff')
    if (snap) paintSnap(context, snap, view)
    if (marquee) paintMarquee(context, marquee, view)
  }

  #drawCross({ crosshair }: Scene): void {
    this.#layers.cross.clear(this.#stage)
    const context = crosshair && this.#layers.cross.pen()
    if (context) paintCrosshair(context, crosshair, this.#stage.width, this.#stage.height)
  }
}

/** The area in which a shape with these bounds draws something, with its label above and to its right. */
const withLabel = (bounds: Bounds, scale: number): Bounds =>
  grown(
    {
      minX: bounds.minX,
      minY: bounds.minY - LABEL_HEIGHT / scale,
      maxX: bounds.maxX + LONGEST_LABEL_PX / scale,
      maxY: Math.max(bounds.maxY, bounds.minY + LABEL_HEIGHT / scale),
    },
    EDGE_PX / scale,
  )
