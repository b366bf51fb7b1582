import { createContext, useContext } from 'react'
import type { Camera } from '../canvas/camera.ts'
import type { FileActions } from '../files/file-actions.ts'
import type { EditorActions } from './actions.ts'

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
