/** Creates, renames and deletes directories of a data set. */
import type { ListedFolder } from '../../../../shared/api/folders.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { askName } from '../../../base/ui/ask-name.tsx'
import { confirm } from '../../../base/ui/confirm.tsx'
import { toastError, toastUndo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import { parentOf, ROOT } from './folder-rows.ts'

const words = texts.data.folders

interface FolderActionsOptions {
  datasetId: string
  folders: readonly ListedFolder[]
  /** The chosen directory; null for all images. */
  chosen: string | null
  onChoose(path: string | null): void
  onChanged(): Promise<void>
}

export interface FolderActions {
  /** Below the chosen directory. */
  create(): void
  rename(path: string): void
  remove(path: string): void
}

export function useFolderActions(options: FolderActionsOptions): FolderActions {
  const host = useHost()
  const { datasetId, folders, chosen, onChoose, onChanged } = options
  const folderAt = (path: string) => folders.find(({ folder_path }) => folder_path === path)
  /** The place of the chosen directory when one at or above it has another path. */
  const follow = (from: string, to: string) => {
    if (chosen === from || chosen?.startsWith(`${from}/`)) onChoose(to + chosen.slice(from.length))
  }
  async function renameTo(folder_id: string, from: string, new_name: string): Promise<string> {
    const { folder_path } = await host.api('folders.rename', { params: { folder_id }, body: { new_name } })
    follow(from, folder_path)
    await onChanged()
    return folder_path
  }
  return {
    create: () =>
      askName({
        title: words.createTitle,
        initial: '',
        action: words.createAction,
        onName: async (name) => {
          const folder_path = `${chosen ?? ''}/${name}`
          await host.api('folders.create', { body: { dataset_id: datasetId, folder_path } })
          await onChanged()
        },
      }),
    rename(path) {
      const folder = folderAt(path)
      if (!folder) return
      askName({
        title: words.renameTitle(path),
        initial: folder.name,
        action: words.rename,
        onName: async (name) => {
          const renamed = await renameTo(folder.id, path, name)
          const undo = () =>
            void renameTo(folder.id, renamed, folder.name).catch((error) => toastError(words.notRenamed, error))
          toastUndo(words.renamed(path, renamed), { commit: () => {}, undo })
        },
      })
    },
    remove(path) {
      const folder = folderAt(path)
      if (!folder) return
      const parent = parentOf(path)
      confirm({
        title: words.removeTitle(path),
        action: words.remove,
        children: <p>{words.removeHint(parent)}</p>,
        onConfirm: async () => {
          await host.api('folders.delete', { params: { folder_id: folder.id }, query: { cascade: true } })
          if (chosen === path || chosen?.startsWith(`${path}/`)) onChoose(parent === ROOT ? null : parent)
          await onChanged()
        },
      })
    },
  }
}
