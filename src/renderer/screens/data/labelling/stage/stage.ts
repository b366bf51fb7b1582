/** The labelling stage without a framework: an element with the image, its annotations, and the tools that edit them. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { Renderer, type Scene } from '../canvas/renderer.ts'
import { toImage, toStage } from '../canvas/view.ts'
import { type LabelClass, LabellingDocument } from '../document/document.ts'
import { ShapeIndex } from '../document/shape-index.ts'
import { boundsOf, inImage, type Point, union } from '../outline/outline.ts'
import type { Press } from '../tools/tool.ts'
import { loadImage } from './load-image.ts'
import { counted, ObjectFitting } from './object-fitting.ts'
import { listenToPointer, pressAt, type StagePress } from './pointer.ts'
import { ShapeEdits, StageClasses } from './shape-edits.ts'
import { INITIAL_STATE, type StageOptions, type StageState } from './stage-state.ts'
import { StageTools } from './stage-tools.ts'
import { StageView } from './stage-view.ts'

/** Distance within which the pointer hits something, CSS pixels. */
const REACH_PX = 7
/** Step of the crosshair by an arrow key, CSS pixels. */
const CROSS_STEP_PX = 4

export class LabellingStage {
  readonly document: LabellingDocument
  readonly index: ShapeIndex
  readonly edits: ShapeEdits
  readonly classes: StageClasses
  readonly tools: StageTools
  readonly objects: ObjectFitting
  readonly state: StoreApi<StageState> = createStore<StageState>()(() => INITIAL_STATE)
  readonly #options: StageOptions
  readonly #view: StageView
  #readOnly: boolean
  /** True after an Escape that had nothing to cancel. */
  #leaves = false
  /** The place of the pointer on the stage, CSS pixels. */
  #pointer: Point | null = null
  #lastPress: Press | null = null
  #bitmap: HTMLImageElement | null = null
  #renderer: Renderer | null = null
  #element: HTMLElement | null = null
  /** Called with the place of the pointer in the image. */
  onPointer: (at: Point | null) => void = () => {}

  constructor(options: StageOptions) {
    const { image, annotations, onOperations } = options
    this.#options = options
    this.#readOnly = options.readOnly
    this.document = new LabellingDocument(annotations, onOperations)
    this.index = new ShapeIndex(this.document)
    this.edits = new ShapeEdits(this.document, image, () => this.#readOnly)
    this.classes = new StageClasses(this.state, options.classes)
    this.#view = new StageView(image, ({ scale }) => {
      this.state.setState({ scale })
      this.#renderer?.redraw()
    })
    const outliner = options.outliner && counted(options.outliner, this.state)
    this.objects = new ObjectFitting(this.document, this.edits, outliner)
    this.tools = new StageTools({
      outliner,
      document: this.document,
      index: this.index,
      image,
      state: this.state,
      classes: this.classes,
      edits: this.edits,
      reach: () => REACH_PX / this.#view.view.scale,
      isEditable: () => !this.#readOnly,
      onChange: () => {
        if (this.#lastPress) this.tools.current.move(this.#lastPress, false)
        this.redraw()
      },
    })
    this.document.subscribe(({ annotations, selection, flags }) => {
      const dirty = this.index.update(annotations)
      if (flags || (selection && this.state.getState().hidesOthers)) this.#renderer?.redrawShapes()
      else this.#renderer?.redrawAround(dirty)
      const { canUndo, canRedo } = this.document
      this.state.setState({ canUndo, canRedo })
    })
  }

  get readOnly(): boolean {
    return this.#readOnly
  }

  /** Shows the stage in an element, and reacts to its pointer. Returns a function that removes it. */
  attach(element: HTMLElement): () => void {
    const renderer = new Renderer(element, () => this.#scene())
    this.#renderer = renderer
    this.#element = element
    const { brightness, contrast } = this.state.getState()
    renderer.adjust(brightness, contrast)
    const resize = () => {
      const size = { width: element.clientWidth, height: element.clientHeight }
      renderer.resize(size)
      this.#view.resize(size)
    }
    const observer = new ResizeObserver(resize)
    observer.observe(element)
    // Another screen may have another number of pixels.
    window.addEventListener('resize', resize)
    resize()
    const stopPointer = listenToPointer(element, {
      down: (press) => this.#down(press),
      move: (press, held) => this.#toTool(press, (p) => this.tools.current.move(p, held)),
      up: (press) => this.#toTool(press, (p) => this.tools.current.up(p)),
      tap: (press) => this.#toTool(press, (p) => this.tools.current.up(p)),
      cancel: () => void this.cancelGesture(),
      leave: () => this.#setPointer(null),
      pan: (by) => this.#view.pan(by),
      zoom: (at, factor) => this.#view.zoomAt(at, factor),
    })
    this.#load()
    return () => {
      stopPointer()
      observer.disconnect()
      window.removeEventListener('resize', resize)
      renderer.close()
      this.#renderer = null
      this.#element = null
    }
  }

  #load(): void {
    this.#bitmap ??= loadImage(this.#options.image.url, (image) => {
      this.state.setState({ image })
      this.#renderer?.redrawAll()
    })
  }

  #scene(): Scene {
    const { hidesOthers, tool, image } = this.state.getState()
    return {
      document: this.document,
      index: this.index,
      image: this.#options.image,
      bitmap: image === 'shown' ? this.#bitmap : null,
      view: this.#view.view,
      draft: this.tools.current.draft(),
      colorOf: this.classes.colorOf,
      labelOf: this.#options.labelOf,
      hidesOthers,
      handles: tool === 'select' && !this.#readOnly,
      crosshair: tool === 'select' || tool === 'merge' ? null : this.#pointer,
    }
  }

  setClasses(classes: readonly LabelClass[]): void {
    this.classes.replace(classes)
    this.#renderer?.redrawShapes()
  }

  setReadOnly(readOnly: boolean): void {
    this.#readOnly = readOnly
    if (readOnly) this.tools.choose('select')
    this.redraw()
  }

  /** Returns false when there was no gesture. */
  cancelGesture(): boolean {
    const had = this.tools.current.cancel()
    this.redraw()
    return had
  }

  /** Finishes the shape that is being drawn, or removes its last vertex. Returns false when there is none. */
  draw(act: 'finish' | 'back'): boolean {
    const did = this.tools.current[act]()
    this.redraw()
    return did
  }

  /** Cancels the gesture, or else the tool, or else the selection. Without any of them, Tab leaves the canvas next. */
  escape(): boolean {
    this.#leaves = false
    if (this.cancelGesture()) return true
    if (this.state.getState().tool !== 'select') {
      this.tools.choose('select')
      return true
    }
    this.#leaves = this.document.selection.size === 0
    this.document.select([])
    return !this.#leaves
  }

  undo(): boolean {
    this.cancelGesture()
    return !this.#readOnly && this.document.undo()
  }

  redo(): boolean {
    this.cancelGesture()
    return !this.#readOnly && this.document.redo()
  }

  review(verdict: 'accepted' | 'rejected'): boolean {
    const reviewed = this.edits.review(verdict)
    if (reviewed?.next) this.reveal(reviewed.next)
    return reviewed !== null
  }

  /** Fits the selected box or polygon to the object in it. Returns false unless exactly one is selected. */
  fitToObject(): boolean {
    const fitting = this.objects.fit()
    void fitting?.then((isFitted) => isFitted || this.tools.refuse('notFitted'))
    return fitting !== null
  }

  /** Selects the next shape in drawing order; returns false at the end, so that Tab leaves the canvas. */
  selectNext(by: 1 | -1): boolean {
    const next = this.#leaves ? null : this.edits.selectNext(by)
    this.#leaves = false
    if (next !== null) this.reveal(next)
    return next !== null
  }

  setHidesOthers(hidesOthers: boolean): void {
    this.state.setState({ hidesOthers })
    this.#renderer?.redrawShapes()
  }

  /** Brightness and contrast of the image, 1 for unchanged. */
  adjust(brightness: number, contrast: number): void {
    this.state.setState({ brightness, contrast })
    this.#renderer?.adjust(brightness, contrast)
  }

  fit(): void {
    this.#view.fit()
  }

  zoomToSelection(): void {
    const [first, ...others] = this.document.selected.map(boundsOf)
    if (first) this.#view.zoomTo(others.reduce(union, first))
    else this.#view.fit()
  }

  zoomBy(steps: number): void {
    this.#view.zoomBy(steps, this.#pointer)
  }

  /** Moves the view so that the shape is visible, if none of it is. */
  reveal(id: string): void {
    const annotation = this.document.get(id)
    if (annotation) this.#view.reveal(boundsOf(annotation))
  }

  /** Takes the keyboard focus. */
  focus(): void {
    this.#element?.focus({ preventScroll: true })
  }

  /** Moves the selected shapes by pixels of the image; while a tool draws, moves the crosshair on the screen. */
  nudge(step: Point): boolean {
    if (this.state.getState().tool === 'select') return this.edits.nudge(step)
    const by = CROSS_STEP_PX / this.#view.view.scale
    const { image } = this.#options
    const from = this.#lastPress?.at ?? { x: image.width / 2, y: image.height / 2 }
    const cross = inImage({ x: from.x + by * step.x, y: from.y + by * step.y }, image)
    this.#toTool(pressAt(toStage(this.#view.view, cross)), (press) => this.tools.current.move(press, false))
    this.state.setState({ cross: { x: Math.round(cross.x), y: Math.round(cross.y) } })
    return true
  }

  /** Presses at the crosshair while a tool draws. */
  pressCross(): boolean {
    const press = this.#lastPress
    if (this.state.getState().tool === 'select' || !press) return false
    this.tools.current.down({ ...press, clicks: 1 })
    this.tools.current.up(press)
    this.redraw()
    return true
  }

  redraw(): void {
    if (this.#element) this.#element.style.cursor = this.tools.current.cursor()
    this.#renderer?.redraw()
  }

  #toTool(press: StagePress, act: (press: Press) => void): void {
    this.#setPointer(press.at)
    const placed = { ...press, at: toImage(this.#view.view, press.at) }
    this.#lastPress = placed
    act(placed)
    this.redraw()
  }

  #down(press: StagePress): boolean {
    this.focus()
    this.#leaves = false
    if (this.state.getState().refusal) this.state.setState({ refusal: null })
    this.#toTool(press, (p) => this.tools.current.down(p))
    return this.tools.current.pans ?? false
  }

  #setPointer(at: Point | null): void {
    this.#pointer = at
    if (at === null) this.#lastPress = null
    this.onPointer(at && toImage(this.#view.view, at))
    this.#renderer?.redraw()
  }
}
