import { createContext, useContext } from 'react'
import type { Camera } from '../canvas-state/camera.ts'
import type { EditorActions } from './actions.ts'
import type { FileActions } from './file-actions.ts'

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
