/** Files in and out: the video of the source block, and workflows as files; natively where the host has dialogs. */
import { notifications } from '@mantine/notifications'
import type { SightlineWindow } from '../../../shared/bridge/handover.ts'
import type { WorkflowFile } from '../../../shared/graph/graph.ts'
import { HostError } from '../../shell/host.ts'
import { navigate } from '../../shell/route.ts'
import type { EditorActions } from '../session/actions.ts'
import type { EditorSession } from '../session/session.ts'
import { isMedia, isWorkflowFile, MEDIA, pickFile, WORKFLOW_FILES } from './pick-file.ts'
import { uploadSource } from './upload.ts'
import { documentFrom, fileNameOf, fileOf, fileText, readWorkflowFile } from './workflow-file.ts'

export interface FileActions {
  /** Lets the user choose a video or image, which becomes the source block's file. */
  chooseSource(): Promise<void>
  /** A file that was dropped on the editor. */
  take(file: File): Promise<void>
  openWorkflow(): Promise<void>
  saveWorkflow(): Promise<void>
}

const report = (title: string, error: unknown) =>
  notifications.show({ title, message: error instanceof Error ? error.message : String(error), color: 'red' })

export function createFileActions(session: EditorSession, actions: EditorActions): FileActions {
  const { host, documents } = session
  const { info, studio } = host
  let savedTo: string | null = null

  async function takeMedia(file: File) {
    try {
      const path = info.native_dialogs ? pathOf(file) : null
      if (path !== null) return actions.setSource(await studio.openSourcePath({ path }))
      const source = await uploadSource(info.upload_url, file)
      if (source) actions.setSource(source)
    } catch (error) {
      report(`“${file.name}” was not added`, error)
    }
  }

  async function takeWorkflow(file: WorkflowFile) {
    const document = documentFrom(file)
    if (documents.getState().doc.graph.nodes.length === 0) {
      documents.getState().run({ type: 'replace', document, why: 'Open file' })
      return
    }
    // The open workflow stays as it is; the file becomes a workflow of its own.
    const { name, description, graph, layout } = document
    for (let n = 1; n <= 50; n++) {
      const free = n === 1 ? name : `${name.slice(0, 94)} (${n})`
      try {
        const made = await host.api('workflows.create', { body: { name: free, description, graph, layout } })
        navigate({ screen: 'editor', workflowId: made.id })
        return
      } catch (error) {
        if (!(error instanceof HostError && error.code === 'name_conflict')) throw error
      }
    }
  }

  async function takeWorkflowText(file: File) {
    const read = readWorkflowFile(await file.text())
    if (!read.ok) throw new Error(read.problem)
    await takeWorkflow(read.file)
  }

  return {
    chooseSource: async () => {
      if (!info.native_dialogs) {
        const file = await pickFile(MEDIA, 'Video or image')
        if (file) await takeMedia(file)
        return
      }
      try {
        const existing = documents.getState().doc.graph.nodes.find((n) => n.type === 'source')
        const kind = existing?.config.kind === 'image' ? 'image' : 'video'
        const source = await studio.pickSource({ kind })
        if (source) actions.setSource(source)
      } catch (error) {
        report('The file was not added', error)
      }
    },

    take: async (file) => {
      if (isWorkflowFile(file)) {
        await takeWorkflowText(file).catch((error: unknown) => report(`“${file.name}” was not opened`, error))
      } else if (isMedia(file)) await takeMedia(file)
      else {
        const message = 'Drop a video, an image or a .sightline.json file.'
        notifications.show({ title: `“${file.name}” is of no use here`, message, color: 'yellow' })
      }
    },

    openWorkflow: async () => {
      try {
        if (info.native_dialogs) {
          const opened = await studio.openWorkflowFile({})
          if (opened) await takeWorkflow(opened.file)
          return
        }
        const file = await pickFile(WORKFLOW_FILES, 'Workflow file')
        if (file) await takeWorkflowText(file)
      } catch (error) {
        report('The file was not opened', error)
      }
    },

    saveWorkflow: async () => {
      const { doc } = documents.getState()
      try {
        if (!info.native_dialogs) return download(fileNameOf(doc.name), fileText(doc))
        const saved = await studio.saveWorkflowFile({ path: savedTo, file: fileOf(doc) })
        if (!saved) return
        savedTo = saved.path
        notifications.show({ message: `Saved to ${saved.path}`, color: 'green' })
      } catch (error) {
        report('The file was not saved', error)
      }
    },
  }
}

/** Electron's preload knows where a dropped file lies; a browser never tells. */
function pathOf(file: File): string | null {
  const { sightline } = window as { sightline?: SightlineWindow }
  return sightline?.pathForFile(file) || null
}

function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
