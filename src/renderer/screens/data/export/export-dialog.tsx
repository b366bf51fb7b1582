/** The dialog that exports a data set, with the exports that it has. */
import { Modal, Progress } from '@mantine/core'
import { IconDownload, IconTrash, IconX } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { DatasetExport } from '../../../../shared/api/exports.ts'
import type { ListedFolder } from '../../../../shared/api/folders.ts'
import { formatBytes, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { confirm } from '../../../base/ui/confirm.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../bring/bring.module.css'
import { ExportForm } from './export-form.tsx'

const words = texts.data.exports
const EVERY_MS = 1500
/** The newest exports. */
const LISTED = 100

interface ExportDialogProps {
  dataset: Dataset
  folders: readonly ListedFolder[]
  /** Ids of the chosen images; empty for the whole data set. */
  chosen: readonly string[]
  opened: boolean
  onClose(): void
}

export function ExportDialog({ dataset, folders, chosen, opened, onClose }: ExportDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': texts.ui.words.close }}
      title={words.title(dataset.name)}
      size={820}
    >
      <Content dataset={dataset} folders={folders} chosen={chosen} />
    </Modal>
  )
}

const isLive = ({ status }: DatasetExport): boolean => status === 'pending' || status === 'running'

interface ExportListProps {
  exports: readonly DatasetExport[]
  reload(): Promise<void>
}

/** The exports of a data set: progress, download, and deletion. */
function ExportList({ exports: all, reload }: ExportListProps) {
  const host = useHost()
  const cannotDelete = useRoleRefusal('admin')
  const cannotCancel = useRoleRefusal('member')
  if (all.length === 0) return <p className={classes.note}>{words.none}</p>

  const cancel = async (export_id: string) => {
    try {
      await host.api('exports.cancel', { params: { export_id } })
    } catch (failure) {
      toastError(words.notCancelled, failure)
    }
    await reload()
  }
  const remove = ({ id, name }: DatasetExport) =>
    confirm({
      title: words.deleteTitle(name),
      action: words.deleteAction,
      children: <p>{words.deleteLost}</p>,
      onConfirm: async () => {
        await host.api('exports.delete', { params: { export_id: id } })
        await reload()
      },
    })
  return (
    <ul className={classes.exports} aria-label={words.list}>
      {all.map((one) => (
        <li key={one.id}>
          <div>
            <b>{words.row(one.name, words.formats[one.format])}</b>
            <span className={classes.note}>{factsOf(one)}</span>
            {isLive(one) && <Progress value={one.progress} size="sm" aria-label={words.progress(one.name)} />}
          </div>
          {one.status === 'completed' && (
            <RowAction label={words.download(one.name)} onClick={() => download(host.info.files_base, one.id)}>
              <IconDownload size={16} stroke={1.6} />
            </RowAction>
          )}
          {isLive(one) ? (
            <RowAction label={words.cancel(one.name)} refused={cannotCancel} onClick={() => void cancel(one.id)}>
              <IconX size={16} stroke={1.6} />
            </RowAction>
          ) : (
            <RowAction label={words.deleteOne(one.name)} refused={cannotDelete} onClick={() => remove(one)}>
              <IconTrash size={16} stroke={1.6} />
            </RowAction>
          )}
        </li>
      ))}
    </ul>
  )
}

function factsOf(one: DatasetExport): string {
  if (one.status === 'failed') {
    return messageText({ message: one.error_message ?? words.failed, ...(one.text && { text: one.text }) })
  }
  if (one.status === 'cancelled') return words.cancelled
  if (one.status !== 'completed') return words.making
  const size = one.size_bytes === null ? '' : ` · ${formatBytes(one.size_bytes)}`
  return `${words.facts(one.image_count, one.annotation_count)}${size} · ${formatWhen(one.created_at)}`
}

function download(filesBase: string, exportId: string): void {
  const link = document.createElement('a')
  link.href = `${filesBase}/exports/${encodeURIComponent(exportId)}/archive?download`
  link.download = ''
  link.click()
}

function Content({ dataset, folders, chosen }: Omit<ExportDialogProps, 'opened' | 'onClose'>) {
  const host = useHost()
  const refused = useRoleRefusal('member')
  const load = useCallback(
    async () => (await host.api('exports.list', { query: { dataset: dataset.id, limit: LISTED } })).data,
    [host, dataset.id],
  )
  const { value, error, reload } = useResource(load, EVERY_MS)
  return (
    <>
      <ExportForm dataset={dataset} folders={folders} chosen={chosen} refused={refused} onStarted={reload} />
      <h2 className={classes.heading}>{words.list}</h2>
      {value ? (
        <ExportList exports={value} reload={reload} />
      ) : (
        <NotLoaded title={words.listFailed} error={error} reload={reload} />
      )}
    </>
  )
}
