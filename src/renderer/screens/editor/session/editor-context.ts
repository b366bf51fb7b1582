/** Hooks that give components access to the open session; each subscribes to one slice only. */
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { DocumentState } from '../document/document-store.ts'
import type { SaveState } from './autosave.ts'
import type { Issues } from './issue-store.ts'
import type { Resources } from './resources.ts'
import type { LiveRun } from './run-store.ts'
import type { EditorSession } from './session.ts'
import type { UiState } from './ui-store.ts'
import { uiStore } from './ui-store.ts'

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
export const useUi = <T>(select: (state: UiState) => T): T => useStore(uiStore, select)
