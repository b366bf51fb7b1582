/** Hooks that give components access to the open session; each subscribes to one slice only. */
import { createContext, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Names } from '../../../base/blocks/names.ts'
import type { Camera } from '../canvas-state/camera.ts'
import type { DocumentState } from '../document/document-store.ts'
import type { EditorActions } from './actions.ts'
import type { SaveState } from './autosave.ts'
import type { FileActions } from './file-actions.ts'
import type { Issues } from './issue-store.ts'
import { findModel, type Resources } from './resources.ts'
import type { LiveRun } from './run-store.ts'
import type { EditorSession } from './session.ts'

export const EditorContext = createContext<EditorSession | null>(null)

export function useSession(): EditorSession {
  const session = useContext(EditorContext)
  if (!session) throw new Error('useSession outside the editor')
  return session
}

export const useDocument = <T>(select: (state: DocumentState) => T): T => useStore(useSession().documents, select)
export const useIssues = <T>(select: (state: Issues) => T): T => useStore(useSession().issues, select)
export const useResources = <T>(select: (state: Resources) => T): T => useStore(useSession().resources, select)
export const useRun = <T>(select: (state: LiveRun) => T): T => useStore(useSession().runs.store, select)
export const useSaveState = <T>(select: (state: SaveState) => T): T => useStore(useSession().autosave.state, select)

/** The canvas functions that actions need. */
export interface Controls {
  actions: EditorActions
  files: FileActions
  camera: Camera
}

export const ControlsContext = createContext<Controls | null>(null)

export function useControls(): Controls {
  const controls = useContext(ControlsContext)
  if (!controls) throw new Error('useControls outside the editor')
  return controls
}

/** Names of models and sources for the sentences of a diff. */
export function useNames(): Names {
  const models = useResources((s) => s.models)
  const sources = useResources((s) => s.sources)
  return useMemo(
    () => ({ modelName: (id) => findModel(models, id)?.name, sourceName: (uri) => sources.get(uri)?.name }),
    [models, sources],
  )
}
