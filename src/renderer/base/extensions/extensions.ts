/**
 * The places where a screen shows or calls what another screen contributes. No screen imports another: the shell, which
 * imports them all, provides the contributions.
 */
import { type ComponentType, createContext, createElement, Fragment, type ReactNode, useContext } from 'react'
import type { Model } from '../../../shared/api/models.ts'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import type { Names } from '../blocks/names.ts'
import type { OpenWorkflow, VersionStore, WorkflowContent } from './open-workflow.ts'

export interface VersionsPanelProps {
  versions: VersionStore
  /** The workflow on the canvas. */
  current: WorkflowContent
  names: Names
  onClose(): void
}

export interface Extensions {
  /** Buttons on the page of a finished run, before its own ones. */
  runChecks: readonly ComponentType<{ run: WorkflowRun }>[]
  /** Buttons on the page of a finished run, after “Show in folder”. */
  runComparisons: readonly ComponentType<{ run: WorkflowRun }>[]
  /** Buttons above the list of runs. */
  runListButtons: readonly ComponentType[]
  /** Links beside a run in the list of runs. */
  runChips: readonly ComponentType<{ runId: string }>[]
  /** Buttons on the card of a model. */
  modelActions: readonly ComponentType<{ model: Model }>[]
  /** “Run on many files…” of the editor. */
  runOnManyFiles: ((workflow: OpenWorkflow) => void) | null
  /** The content of the editor's versions dialog. */
  VersionsPanel: ComponentType<VersionsPanelProps> | null
  /** The key bindings of the editor, in the settings. */
  EditorKeys: ComponentType | null
}

export const NO_EXTENSIONS: Extensions = {
  runChecks: [],
  runComparisons: [],
  runListButtons: [],
  runChips: [],
  modelActions: [],
  runOnManyFiles: null,
  VersionsPanel: null,
  EditorKeys: null,
}

export const ExtensionsContext = createContext<Extensions>(NO_EXTENSIONS)

export const useExtensions = (): Extensions => useContext(ExtensionsContext)

/** Renders every contribution to a place. */
export function contributed<P extends object>(components: readonly ComponentType<P>[], props: P): ReactNode {
  return createElement(Fragment, null, ...components.map((component) => createElement(component, props)))
}
