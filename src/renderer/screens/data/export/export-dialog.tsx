/** The dialog that exports a data set, with the exports that it has. */
import { Modal } from '@mantine/core'
import { useCallback } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { ListedFolder } from '../../../../shared/api/folders.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/role-refusal.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../bring/bring.module.css'
import { ExportForm } from './export-form.tsx'
import { ExportList } from './export-list.tsx'

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
