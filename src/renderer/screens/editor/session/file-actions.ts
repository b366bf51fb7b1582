/** Imports and exports files: the source block's video, and `.sightline.json` files; in native dialogs where available. */

import { notifications } from '@mantine/notifications'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import type { WorkflowFile } from '../../../../shared/graph/graph.ts'
import { createWorkflow } from '../../../base/host/create-workflow.ts'
import { readPicked } from '../../../base/host/read-workflow-file.ts'
import { saveText } from '../../../base/ui/save-text.ts'
import {
  isMedia,
  isWorkflowFile,
  MEDIA,
  pathOf,
  pickFile,
  WORKFLOW_FILES,
} from '../../../parts/studio/upload/pick-file.ts'
import { uploadSource } from '../../../parts/studio/upload/upload.ts'
import { completeLayout } from '../../../parts/workflow/arrange/complete-layout.ts'
import type { EditorDocument } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import type { EditorActions } from './actions.ts'
import type { EditorSession } from './session.ts'

export interface FileActions {
  /** Lets the user choose a video or image as the source block's file. */
  chooseSource(): Promise<void>
  /** Accepts a file dropped on the editor. */
  take(file: File): Promise<void>
  openWorkflow(): Promise<void>
  saveWorkflow(): Promise<void>
}

const report = (title: string, error: unknown) =>
  notifications.show({ title, message: error instanceof Error ? error.message : String(error), color: 'red' })

function fileOf({ name, description, graph, layout }: EditorDocument): WorkflowFile {
  const file: WorkflowFile = { format: 'sightline-workflow', version: 1, name, graph, layout }
  return description === null ? file : { ...file, description }
}

export const fileText = (doc: EditorDocument): string => `${JSON.stringify(fileOf(doc), null, 2)}\n`

/** Returns a file name that is valid on every system. */
export const fileNameOf = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/^[ .-]+|[ .-]+$/g, '') || 'workflow'}.sightline.json`

export const documentFrom = (file: WorkflowFile): EditorDocument => ({
  name: cutText(file.name, 100),
  description: file.description ?? null,
  graph: file.graph,
  layout: completeLayout(file.graph, file.layout ?? null),
})

export function createFileActions(session: EditorSession, actions: EditorActions): FileActions {
  const { host, documents } = session
  const { info, studio } = host
  let savedTo: string | null = null

  async function takeMedia(file: File) {
    try {
      const path = info.local_files ? pathOf(file) : null
      if (path !== null) return actions.setSource(await studio.openSourcePath({ path }))
      const source = await uploadSource(info.upload_url, file)
      if (source) actions.setSource(source)
    } catch (error) {
      report(texts.editor.files.actions.notAdded(file.name), error)
    }
  }

  async function takeWorkflow(file: WorkflowFile) {
    const document = documentFrom(file)
    if (documents.getState().doc.graph.nodes.length === 0) {
      documents.getState().run({ type: 'replace', document, why: texts.editor.document.history.openFile })
      return
    }
    // The open workflow is unchanged; the file becomes a new workflow.
    const { name, description, graph, layout } = document
    await createWorkflow(host, { name, description, graph, layout })
  }

  async function takeWorkflowText(file: File) {
    const read = await readPicked(file)
    if (!read.ok) throw new Error(read.reason)
    await takeWorkflow(read.file)
  }

  return {
    chooseSource: async () => {
      if (!info.local_files) {
        const file = await pickFile(MEDIA, texts.editor.files.actions.media)
        if (file) await takeMedia(file)
        return
      }
      try {
        const existing = documents.getState().doc.graph.nodes.find((n) => n.type === 'source')
        const kind = existing?.config.kind === 'image' ? 'image' : 'video'
        const source = await studio.pickSource({ kind })
        if (source) actions.setSource(source)
      } catch (error) {
        report(texts.editor.files.actions.fileNotAdded, error)
      }
    },

    take: async (file) => {
      if (isWorkflowFile(file)) {
        await takeWorkflowText(file).catch((error: unknown) =>
          report(texts.editor.files.actions.notOpened(file.name), error),
        )
      } else if (isMedia(file)) await takeMedia(file)
      else {
        const message = texts.editor.files.actions.dropHint
        notifications.show({ title: texts.editor.files.actions.noUse(file.name), message, color: 'yellow' })
      }
    },

    openWorkflow: async () => {
      try {
        if (info.native_dialogs) {
          const opened = await studio.openWorkflowFile({})
          if (opened) await takeWorkflow(opened.file)
          return
        }
        const file = await pickFile(WORKFLOW_FILES, texts.editor.files.actions.workflowFile)
        if (file) await takeWorkflowText(file)
      } catch (error) {
        report(texts.editor.files.actions.fileNotOpened, error)
      }
    },

    saveWorkflow: async () => {
      const { doc } = documents.getState()
      try {
        if (!info.native_dialogs) return saveText(fileNameOf(doc.name), fileText(doc), 'application/json')
        const saved = await studio.saveWorkflowFile({ path: savedTo, file: fileOf(doc) })
        if (!saved) return
        savedTo = saved.path
        notifications.show({ message: texts.editor.files.actions.savedTo(saved.path), color: 'green' })
      } catch (error) {
        report(texts.editor.files.actions.notSaved, error)
      }
    },
  }
}
