/** The classes of the stage: their colours, and the class of the next shape. */
import type { StoreApi } from 'zustand/vanilla'
import type { AnnotationType } from '../../../../../shared/domain/annotation.ts'
import type { LabelClass } from '../document/annotation.ts'
import { DRAWS, type ToolName } from '../tools/tool.ts'
import type { StageState } from './stage-state.ts'

/** Of annotations whose class is not among the classes. */
const UNKNOWN_COLOR = '#a2a8b4'

export class StageClasses {
  readonly #state: StoreApi<StageState>
  /** The last class that was chosen for each type. */
  readonly #last = new Map<AnnotationType, string>()
  #list: readonly LabelClass[] = []
  #byName: ReadonlyMap<string, LabelClass> = new Map()

  constructor(state: StoreApi<StageState>, classes: readonly LabelClass[]) {
    this.#state = state
    this.replace(classes)
  }

  get list(): readonly LabelClass[] {
    return this.#list
  }

  replace(classes: readonly LabelClass[]): void {
    this.#list = classes
    this.#byName = new Map(classes.map((c) => [c.name, c]))
    const { className } = this.#state.getState()
    if (className === null || !this.#byName.has(className))
      this.#state.setState({ className: classes[0]?.name ?? null })
  }

  readonly colorOf = (name: string): string => this.#byName.get(name)?.color ?? UNKNOWN_COLOR

  readonly typeOf = (name: string): AnnotationType | null => this.#byName.get(name)?.type ?? null

  /** True when annotations of the type may have the class. */
  fits(name: string, type: AnnotationType): boolean {
    const found = this.#byName.get(name)
    return found !== undefined && (found.type === null || found.type === type)
  }

  /** The class of the next shape that a tool draws; null when no class has its type. */
  nameFor(tool: ToolName): string | null {
    const types = DRAWS[tool]
    const { className } = this.#state.getState()
    if (types === undefined) return className
    const last = types.map((type) => this.#last.get(type))
    const candidates = [className, ...last, ...this.#list.map(({ name }) => name)]
    return candidates.find((name) => name != null && types.some((type) => this.fits(name, type))) ?? null
  }

  /** Makes it the class of the next shape. Returns the tool that draws it when the current one draws another type. */
  choose(name: string): ToolName | null {
    const chosen = this.#byName.get(name)
    if (!chosen) return null
    this.#state.setState({ className: name, refusal: null })
    if (chosen.type === null) return null
    this.#last.set(chosen.type, name)
    const types = DRAWS[this.#state.getState().tool]
    if (types === undefined || types.includes(chosen.type)) return null
    return chosen.type === 'bbox' ? 'box' : chosen.type
  }
}
