/** The labelling stage without a framework: an element with the image, its annotations, and the tools that edit them. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { Renderer, type Scene } from '../canvas/renderer.ts'
import { fitView, panned, toImage, type View, viewOf, zoomedAt } from '../canvas/view.ts'
import { isPending, type LabelClass, type Labelled, type Operation } from '../document/annotation.ts'
import { LabellingDocument } from '../document/document.ts'
import { ShapeIndex } from '../document/shape-index.ts'
import { boundsOf } from '../outline/outline.ts'
import { grown, type ImageSize, type Point, union } from '../outline/point.ts'
import { newTool } from '../tools/new-tool.ts'
import { DRAWS, type Press, type Refusal, type Tool, type ToolContext, type ToolName } from '../tools/tool.ts'
import { listenToPointer, type StagePress } from './pointer.ts'
import { INITIAL_STATE, type StageState } from './stage-state.ts'

export interface StageOptions {
  /** `url` of the upright image, and its size in pixels. */
  image: ImageSize & { url: string }
  classes: readonly LabelClass[]
  annotations: readonly Labelled[]
  readOnly: boolean
  onOperations(operations: Operation[]): void
  /** Formats the label of an annotation. */
  labelOf(annotation: Labelled): string
  /** Ids of new annotations; `crypto.randomUUID` by default. */
  newId?: () => string
}

/** Distance within which the pointer hits something, CSS pixels. */
const REACH_PX = 7
const UNKNOWN_COLOR = '#a2a8b4'
const ZOOM_STEP = 1.4
/** Space around the selection after zooming to it, as a share of its size. */
const AROUND = 0.6

export class LabellingStage {
  readonly document: LabellingDocument
  readonly index: ShapeIndex
  readonly state: StoreApi<StageState>
  readonly #options: StageOptions
  #classes: readonly LabelClass[]
  #colors: ReadonlyMap<string, string> = new Map()
  #readOnly: boolean
  #tool: Tool
  /** The tool before the current one that draws or changes shapes. */
  #lastTool: ToolName = 'box'
  /** The last class that was chosen for each type. */
  readonly #lastClass = new Map<string, string>()
  #view: View = { scale: 1, x: 0, y: 0 }
  #stageSize: ImageSize = { width: 0, height: 0 }
  /** True until the user zooms or pans: the view then follows the size of the stage. */
  #isFit = true
  #pointer: Point | null = null
  #lastPress: Press | null = null
  #bitmap: HTMLImageElement | null = null
  #renderer: Renderer | null = null
  #element: HTMLElement | null = null
  /** Called with the place of the pointer in the image. */
  onPointer: (at: Point | null) => void = () => {}

  constructor(options: StageOptions) {
    this.#options = options
    this.#classes = options.classes
    this.#readOnly = options.readOnly
    this.document = new LabellingDocument(options.annotations, options.onOperations)
    this.index = new ShapeIndex(this.document)
    this.state = createStore<StageState>()(() => INITIAL_STATE)
    this.setClasses(options.classes)
    this.#tool = newTool('select', this.context)
    this.document.subscribe(({ annotations, selection, flags }) => {
      const dirty = this.index.update(annotations)
      if (flags || (selection && this.state.getState().hidesOthers)) this.#renderer?.redrawShapes()
      else this.#renderer?.redrawAround(dirty)
      const { canUndo, canRedo } = this.document
      this.state.setState({ canUndo, canRedo })
      this.#updateCursor()
    })
  }

  /** The tools' access to the stage. */
  readonly context: ToolContext = this.#toolContext()

  #toolContext(): ToolContext {
    const stage = this
    return {
      get document() {
        return stage.document
      },
      get index() {
        return stage.index
      },
      get image() {
        return stage.#options.image
      },
      reach: () => REACH_PX / this.#view.scale,
      className: () => this.classFor(this.state.getState().tool),
      newId: () => this.#options.newId?.() ?? crypto.randomUUID(),
      isEditable: () => !this.#readOnly,
      refuse: (reason) => this.refuse(reason),
    }
  }

  get readOnly(): boolean {
    return this.#readOnly
  }

  get classes(): readonly LabelClass[] {
    return this.#classes
  }

  get tool(): Tool {
    return this.#tool
  }

  colorOf = (className: string): string => this.#colors.get(className) ?? UNKNOWN_COLOR

  /** Shows the stage in an element, and reacts to its pointer. Returns a function that removes it. */
  attach(element: HTMLElement): () => void {
    const renderer = new Renderer(element, () => this.#scene())
    this.#renderer = renderer
    this.#element = element
    const { brightness, contrast } = this.state.getState()
    renderer.adjust(brightness, contrast)
    const observer = new ResizeObserver(() => this.#resize(element))
    observer.observe(element)
    this.#resize(element)
    const stopPointer = listenToPointer(element, {
      down: (press) => this.#down(press),
      move: (press, held) => this.#move(press, held),
      up: (press) => this.#toTool(press, (p) => this.#tool.up(p)),
      tap: (press) => this.#toTool(press, (p) => this.#tool.up(p)),
      cancel: () => this.cancelGesture(),
      leave: () => this.#setPointer(null),
      pan: (by) => this.#moveView(panned(this.#view, by, this.#options.image, this.#stageSize)),
      zoom: (at, factor) => this.zoomAt(at, factor),
    })
    this.#load()
    return () => {
      stopPointer()
      observer.disconnect()
      renderer.close()
      this.#renderer = null
      this.#element = null
    }
  }

  #load(): void {
    if (this.#bitmap) return
    const image = new Image()
    this.#bitmap = image
    const finish = (state: StageState['image']) => {
      this.state.setState({ image: state })
      this.#renderer?.redrawAll()
    }
    image.onload = () => finish('shown')
    image.onerror = () => finish('failed')
    image.src = this.#options.image.url
  }

  #scene(): Scene {
    const { hidesOthers, tool, image } = this.state.getState()
    return {
      document: this.document,
      index: this.index,
      image: this.#options.image,
      bitmap: image === 'shown' ? this.#bitmap : null,
      view: this.#view,
      draft: this.#tool.draft(),
      colorOf: this.colorOf,
      labelOf: this.#options.labelOf,
      hidesOthers,
      handles: tool === 'select' && !this.#readOnly,
      crosshair: tool === 'select' || tool === 'merge' ? null : this.#pointer,
    }
  }

  #resize(element: HTMLElement): void {
    this.#stageSize = { width: element.clientWidth, height: element.clientHeight }
    this.#renderer?.resize(this.#stageSize)
    if (this.#isFit) this.fit()
  }

  setClasses(classes: readonly LabelClass[]): void {
    this.#classes = classes
    this.#colors = new Map(classes.map(({ name, color }) => [name, color]))
    const { className } = this.state.getState()
    if (!classes.some(({ name }) => name === className)) this.state.setState({ className: classes[0]?.name ?? null })
    this.#renderer?.redrawShapes()
  }

  setReadOnly(readOnly: boolean): void {
    this.#readOnly = readOnly
    if (readOnly) this.setTool('select')
    this.redraw()
  }

  /** The class of the next shape that a tool draws; null when no class has its type. */
  classFor(tool: ToolName): string | null {
    const type = DRAWS[tool]
    const fits = (c: LabelClass) => type === undefined || c.type === null || c.type === type
    const find = (name: string | null | undefined) => this.#classes.find((c) => c.name === name && fits(c))
    const { className } = this.state.getState()
    const found = find(className) ?? (type && find(this.#lastClass.get(type))) ?? this.#classes.find(fits)
    return found?.name ?? null
  }

  /** The tool stays until another is chosen or Escape is pressed. */
  setTool(name: ToolName): void {
    if (this.#readOnly && name !== 'select') return
    if (DRAWS[name] && this.classFor(name) === null) return this.refuse('noClass')
    const { tool } = this.state.getState()
    if (tool !== 'select') this.#lastTool = tool
    this.#tool.cancel()
    this.#tool = newTool(name, this.context)
    if (this.#lastPress) this.#tool.move(this.#lastPress, false)
    this.state.setState({ tool: name, refusal: null })
    this.redraw()
  }

  /** Chooses the tool that was active before. */
  lastTool(): void {
    this.setTool(this.#lastTool)
  }

  /** Gives the selected shapes a class of their type; without a selection it is the class of the next shape. */
  setClass(name: string): void {
    const chosen = this.#classes.find((c) => c.name === name)
    if (!chosen) return
    const { selected } = this.document
    if (selected.length > 0 && !this.#readOnly) return this.#reclass(chosen, selected)
    this.state.setState({ className: name, refusal: null })
    if (chosen.type) this.#lastClass.set(chosen.type, name)
    const { tool } = this.state.getState()
    if (DRAWS[tool] && chosen.type && DRAWS[tool] !== chosen.type) this.setTool(toolFor(chosen.type))
    this.redraw()
  }

  #reclass({ name, type }: LabelClass, selected: readonly Labelled[]): void {
    const fitting = selected.filter((a) => type === null || a.type === type)
    if (fitting.length === 0) return this.refuse('otherType')
    const review = (a: Labelled) => (isPending(a) ? { review: 'corrected' as const } : {})
    this.document.gesture(
      fitting
        .filter((a) => a.name !== name)
        .map((a) => ({ action: 'update', id: a.id, fields: { name, ...review(a) } })),
    )
  }

  refuse(reason: Refusal | 'otherType'): void {
    const { refusal } = this.state.getState()
    this.state.setState({ refusal: { reason, count: (refusal?.count ?? 0) + 1 } })
  }

  /** Returns false when there was no gesture. */
  cancelGesture(): boolean {
    const had = this.#tool.cancel()
    this.redraw()
    return had
  }

  setHidesOthers(hidesOthers: boolean): void {
    this.state.setState({ hidesOthers })
    this.#renderer?.redrawShapes()
  }

  adjust(brightness: number, contrast: number): void {
    this.state.setState({ brightness, contrast })
    this.#renderer?.adjust(brightness, contrast)
  }

  fit(): void {
    this.#isFit = true
    this.#setView(fitView(this.#options.image, this.#stageSize))
  }

  /** Shows the selected shapes as large as their surroundings allow. */
  zoomToSelection(): void {
    const [first, ...others] = this.document.selected.map(boundsOf)
    if (!first) return this.fit()
    const bounds = others.reduce(union, first)
    const by = Math.max(8, AROUND * Math.max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY))
    this.#moveView(viewOf(grown(bounds, by), this.#stageSize))
  }

  zoomBy(steps: number): void {
    const { width, height } = this.#stageSize
    this.zoomAt(this.#pointer ?? { x: width / 2, y: height / 2 }, ZOOM_STEP ** steps)
  }

  zoomAt(at: Point, factor: number): void {
    this.#moveView(zoomedAt(this.#view, at, factor, this.#options.image, this.#stageSize))
  }

  /** Moves the view so that the shape is visible, if none of it is. */
  reveal(id: string): void {
    const annotation = this.document.get(id)
    if (!annotation) return
    const { width, height } = this.#stageSize
    const [from, to] = [toImage(this.#view, { x: 0, y: 0 }), toImage(this.#view, { x: width, y: height })]
    const { minX, minY, maxX, maxY } = boundsOf(annotation)
    if (maxX > from.x && minX < to.x && maxY > from.y && minY < to.y) return
    const middle = { x: (minX + maxX) / 2, y: (minY + maxY) / 2 }
    const { scale } = this.#view
    this.#moveView({ scale, x: width / 2 - middle.x * scale, y: height / 2 - middle.y * scale })
  }

  redraw(): void {
    this.#updateCursor()
    this.#renderer?.redraw()
  }

  #moveView(view: View): void {
    this.#isFit = false
    this.#setView(view)
  }

  #setView(view: View): void {
    this.#view = view
    this.state.setState({ scale: view.scale })
    this.#renderer?.redraw()
  }

  #pressOf({ at, ...keys }: StagePress): Press {
    return { ...keys, at: toImage(this.#view, at) }
  }

  #toTool(press: StagePress, act: (press: Press) => void): void {
    this.#setPointer(press.at)
    const inImage = this.#pressOf(press)
    this.#lastPress = inImage
    act(inImage)
    this.redraw()
  }

  #down(press: StagePress): boolean {
    this.#element?.focus({ preventScroll: true })
    if (this.state.getState().refusal) this.state.setState({ refusal: null })
    this.#toTool(press, (p) => this.#tool.down(p))
    return this.#tool.pans ?? false
  }

  #move(press: StagePress, held: boolean): void {
    this.#toTool(press, (p) => this.#tool.move(p, held))
  }

  #setPointer(at: Point | null): void {
    this.#pointer = at
    if (at === null) this.#lastPress = null
    this.onPointer(at && toImage(this.#view, at))
    this.#renderer?.redraw()
  }

  #updateCursor(): void {
    if (this.#element) this.#element.style.cursor = this.#tool.cursor()
  }
}

const toolFor = (type: NonNullable<LabelClass['type']>): ToolName => (type === 'bbox' ? 'box' : type)
