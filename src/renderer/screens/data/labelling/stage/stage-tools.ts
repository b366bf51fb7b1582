/** The current tool of the stage, and the class that it draws. */
import type { StoreApi } from 'zustand/vanilla'
import type { Labelled } from '../document/document.ts'
import { BoxTool, ExtremesTool } from '../tools/box-tool.ts'
import { CutTool, MergeTool, mergeShapes, SplitTool } from '../tools/clip-tools.ts'
import { ObjectTool } from '../tools/object-tool.ts'
import { KeypointTool, PolygonTool, PolylineTool } from '../tools/path-tool.ts'
import { SelectTool } from '../tools/select-tool.ts'
import { DRAWS, type Outliner, type Tool, type ToolContext, type ToolName } from '../tools/tool.ts'
import type { ShapeEdits, StageClasses } from './shape-edits.ts'
import type { StageRefusal, StageState } from './stage-state.ts'

const KINDS: Record<ToolName, new (context: ToolContext) => Tool> = {
  select: SelectTool,
  box: BoxTool,
  extremes: ExtremesTool,
  polygon: PolygonTool,
  polyline: PolylineTool,
  keypoint: KeypointTool,
  object: ObjectTool,
  cut: CutTool,
  split: SplitTool,
  merge: MergeTool,
}

export const newTool = (name: ToolName, context: ToolContext): Tool => new KINDS[name](context)

interface StageToolsOptions extends Pick<ToolContext, 'document' | 'index' | 'image' | 'reach' | 'isEditable'> {
  state: StoreApi<StageState>
  classes: StageClasses
  edits: ShapeEdits
  outliner: Outliner | null
  /** Called after the tool or its class changed. */
  onChange(): void
}

export class StageTools {
  readonly #options: StageToolsOptions
  readonly #context: ToolContext
  #current: Tool
  #last: ToolName = 'box'

  constructor(options: StageToolsOptions) {
    const { state, classes, document, index, image, reach, isEditable } = options
    this.#options = options
    this.#context = {
      document,
      index,
      image,
      reach,
      isEditable,
      outliner: options.outliner,
      redraw: () => options.onChange(),
      typeOf: classes.typeOf,
      className: () => classes.nameFor(state.getState().tool),
      newId: () => crypto.randomUUID(),
      refuse: (reason) => this.refuse(reason),
    }
    this.#current = newTool('select', this.#context)
  }

  get current(): Tool {
    return this.#current
  }

  /** The tool stays until another is chosen or Escape is pressed. */
  choose(name: ToolName) {
    const { state, classes, document, isEditable } = this.#options
    if (!isEditable() && name !== 'select') return
    if (DRAWS[name] && classes.nameFor(name) === null) return this.refuse('noClass')
    const { tool } = state.getState()
    if (tool !== 'select') this.#last = tool
    // Class keys are for the next shape then.
    if (DRAWS[name]) document.select([])
    this.#current.cancel()
    this.#current = newTool(name, this.#context)
    state.setState({ tool: name, refusal: null, cross: null })
    this.#options.onChange()
  }

  /** Chooses the tool that was active before. */
  again(): void {
    this.choose(this.#last)
  }

  /** Gives the selected shapes a class of their type; without a selection it is the class of the next shape. */
  chooseClass(name: string) {
    const { classes, document, edits, isEditable } = this.#options
    const { selected } = document
    if (selected.length === 0 || !isEditable()) {
      const tool = classes.choose(name)
      if (tool) this.choose(tool)
      return this.#options.onChange()
    }
    const fits = (a: Labelled) => classes.fits(name, a.type)
    if (!selected.some(fits)) return this.refuse('otherType')
    edits.setFields((a) => (fits(a) ? { name } : {}))
  }

  /** Merges the selected shapes; returns false when they can't become one. */
  mergeSelected(): boolean {
    return mergeShapes(this.#context, this.#options.edits.shapes)
  }

  refuse(reason: StageRefusal): void {
    const { state } = this.#options
    const { refusal } = state.getState()
    state.setState({ refusal: { reason, count: (refusal?.count ?? 0) + 1 } })
  }
}
