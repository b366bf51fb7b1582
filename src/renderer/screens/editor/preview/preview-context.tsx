/** The context that gives blocks, the panel and the drawing dialog access to the preview of the open workflow. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../session/editor-context.ts'
import { createPreviewController, type PreviewController, type PreviewState } from './preview-controller.ts'
import { createScenes, type Scenes } from './scene.ts'

const PreviewContext = createContext<{ controller: PreviewController; scenes: Scenes } | null>(null)

export function PreviewProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const [made, setMade] = useState<{ controller: PreviewController; scenes: Scenes } | null>(null)
  useEffect(() => {
    const controller = createPreviewController(session.host, session.documents, session.resources)
    const scenes = createScenes(controller.store)
    setMade({ controller, scenes })
    return () => {
      scenes.stop()
      controller.stop()
    }
  }, [session])
  return <PreviewContext value={made}>{children}</PreviewContext>
}

/** Null outside the editor. */
export const usePreviewController = (): PreviewController | null => useContext(PreviewContext)?.controller ?? null

/** Null outside the editor. */
export const useScenes = (): Scenes | null => useContext(PreviewContext)?.scenes ?? null

export const usePreview = <T,>(controller: PreviewController, select: (state: PreviewState) => T): T =>
  useStore(controller.store, select)
