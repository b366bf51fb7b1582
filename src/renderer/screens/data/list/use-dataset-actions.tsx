/** Renames, archives and deletes data sets. */
import { useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { askName } from '../../../base/ui/ask-name.tsx'
import { confirm } from '../../../base/ui/confirm.tsx'
import { toastError, toastUndo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.list

/** @param reload reads the data sets again; resolves when they have arrived */
export function useDatasetActions(reload: () => Promise<void>) {
  const host = useHost()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const cannotChange = useRoleRefusal('member')
  const cannotManage = useRoleRefusal('admin')

  async function archive(dataset: Dataset, isArchived: boolean, isUndo = false): Promise<void> {
    const { id, name } = dataset
    setBusy((now) => new Set([...now, id]))
    try {
      await host.api(isArchived ? 'datasets.archive' : 'datasets.unarchive', { params: { dataset: id } })
      if (!isUndo) {
        const message = (isArchived ? words.isArchived : words.isUnarchived)(name)
        toastUndo(message, { commit: () => {}, undo: () => void archive(dataset, !isArchived, true) })
      }
    } catch (error) {
      toastError(words.notChanged, error)
    }
    await reload()
    setBusy((now) => new Set([...now].filter((other) => other !== id)))
  }

  /** Asks for confirmation, with the workflows that use the data set. */
  async function remove({ id, name, image_count, archived_image_count }: Dataset): Promise<void> {
    // Without an answer the deletion is still possible, and its own error is shown.
    const users = await host.api('datasets.users', { params: { dataset: id } }).catch(() => null)
    const workflows = users?.workflows ?? []
    confirm({
      title: words.deleteTitle(name),
      action: words.deleteAction,
      children: (
        <>
          <p>{words.deleteLost(image_count + archived_image_count)}</p>
          {workflows.length > 0 && (
            <>
              <p>{words.usedBy}</p>
              <ul>
                {workflows.map((workflow) => (
                  <li key={workflow.id}>{workflow.name}</li>
                ))}
              </ul>
            </>
          )}
        </>
      ),
      onConfirm: async () => {
        await host.api('datasets.delete', { params: { dataset: id } })
        await reload()
      },
    })
  }

  return {
    busy,
    /** The reason why this caller may not create or rename data sets; null when it may. */
    cannotChange,
    /** The same for archiving and deleting. */
    cannotManage,
    archive,
    remove,
    rename: ({ id, name }: Dataset) =>
      askName({
        title: words.renameTitle(name),
        initial: name,
        action: texts.ui.words.rename,
        onName: async (new_name) => {
          await host.api('datasets.update', { params: { dataset: id }, body: { new_name } })
          await reload()
        },
      }),
  }
}

export type DatasetActions = ReturnType<typeof useDatasetActions>
