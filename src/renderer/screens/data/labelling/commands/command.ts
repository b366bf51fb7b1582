/** The type of a labelling command, and the context that it acts on. */
import type { KeyCommand } from '../../../../base/commands/key-bindings.ts'
import type { LabellingStage } from '../stage/stage.ts'

/** Actions on the image and its neighbours, which the screen around the canvas provides. */
export type ImageAction =
  | 'copyPrevious'
  | 'track'
  | 'trackFar'
  | 'preLabel'
  | 'previous'
  | 'next'
  | 'previousUnlabelled'
  | 'nextUnlabelled'
  | 'comment'
  | 'status1'
  | 'status2'
  | 'status3'
  | 'status4'
  | 'keepTheirs'
  | 'useMine'

export type ImageActions = Partial<Record<ImageAction, () => void>>

export interface CommandContext {
  stage: LabellingStage
  actions: ImageActions
  openClassSearch(): void
  toggleBrightness(): void
}

export interface LabellingCommand extends KeyCommand {
  /** True for keys that other controls need: they act only while the canvas has the focus. */
  onCanvas?: boolean
  /** Returns false when the command has no effect now, so that the key keeps its usual one. */
  act(context: CommandContext): boolean
}
