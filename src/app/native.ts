/** Features that only a desktop host has. */
import type { MenuCommand } from '../shared/bridge/studio.ts'
import type { Language } from '../shared/domain/language.ts'

export interface NativeShell {
  /** Paths, or null when the user closed the dialog. */
  pickSource(kind: 'video' | 'image'): Promise<string | null>
  /** Several videos and images at once; empty when the user closed the dialog. */
  pickSources(): Promise<string[]>
  /** Asks whether files that a workflow or a run names may be read, with their folders and names. */
  allowFiles(paths: readonly string[]): Promise<boolean>
  pickWorkflowToOpen(): Promise<string | null>
  pickWorkflowToSave(suggestedName: string): Promise<string | null>
  /** Shows a folder in the file manager. */
  reveal(path: string): Promise<void>
  /**
   * Shows menus and dialogs in this language, and calls back for every menu command; returns a function that stops
   * that.
   */
  onMenu(language: Language, listener: (command: MenuCommand) => void): () => void
}
