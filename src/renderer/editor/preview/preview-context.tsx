/** The preview of the open workflow, and how blocks, the panel and the drawing dialog reach it. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../session/editor-context.ts'
import { createPreviewController, type PreviewController, type PreviewState } from './preview-controller.ts'

const PreviewContext = createContext<PreviewController | null>(null)

export function PreviewProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const [controller, setController] = useState<PreviewController | null>(null)
  useEffect(() => {
    const made = createPreviewController(session.host, session.documents, session.resources)
    setController(made)
    return () => made.stop()
  }, [session])
  return <PreviewContext value={controller}>{children}</PreviewContext>
}

/** Null outside the editor. */
export const usePreviewController = (): PreviewController | null => useContext(PreviewContext)

export const usePreview = <T,>(controller: PreviewController, select: (state: PreviewState) => T): T =>
  useStore(controller.store, select)
