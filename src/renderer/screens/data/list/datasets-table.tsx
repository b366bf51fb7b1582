/** The table of data sets, with the actions of each. */
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { formatBytes, formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import table from '../../../base/ui/record-table.module.css'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './list.module.css'
import type { DatasetActions } from './use-dataset-actions.tsx'

const words = texts.data.list

interface DatasetsTableProps {
  datasets: readonly Dataset[]
  actions: DatasetActions
}

export function DatasetsTable({ datasets, actions }: DatasetsTableProps) {
  return (
    <div className={table.scroll}>
      <table className={`${table.table} ${classes.table}`} aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" className={table.number}>
              {words.images}
            </th>
            <th scope="col" className={table.number}>
              {words.completed}
            </th>
            <th scope="col" className={table.number}>
              {words.classes}
            </th>
            <th scope="col" className={table.number}>
              {words.size}
            </th>
            <th scope="col">{words.updated}</th>
            <th scope="col" className={table.actions}>
              {words.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {datasets.map((dataset) => (
            <Row key={dataset.id} dataset={dataset} actions={actions} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ dataset, actions }: { dataset: Dataset; actions: DatasetActions }) {
  const { id, name, annotation_types, image_count, archived_image_count, completed_image_count } = dataset
  const updated = dataset.updated_at ?? dataset.created_at
  const types = annotation_types.map((type) => words.typeNames[type]).join(', ')
  const isBusy = actions.busy.has(id)
  return (
    <tr>
      <th scope="row" title={name}>
        <a className={classes.name} href={hrefOf({ screen: 'dataset', datasetId: id })}>
          {name}
        </a>
        <small>{dataset.description || types}</small>
      </th>
      <td className={table.number}>
        {formatCount(image_count)}
        {archived_image_count > 0 && <small>{words.archivedImages(archived_image_count)}</small>}
      </td>
      <td className={table.number}>{formatCount(completed_image_count)}</td>
      <td className={table.number}>{formatCount(dataset.classes.length)}</td>
      <td className={table.number}>{formatBytes(dataset.total_size)}</td>
      <td title={formatFullDate(updated)}>{formatWhen(updated)}</td>
      <td className={table.actions}>
        <div>
          <RowAction
            label={words.renameOne(name)}
            disabled={isBusy}
            refused={actions.cannotChange}
            onClick={() => actions.rename(dataset)}
          >
            <IconPencil size={16} stroke={1.6} />
          </RowAction>
          <RowAction
            label={dataset.is_archived ? words.unarchiveOne(name) : words.archiveOne(name)}
            disabled={isBusy}
            refused={actions.cannotManage}
            onClick={() => void actions.archive(dataset, !dataset.is_archived)}
          >
            {dataset.is_archived ? <IconArchiveOff size={16} stroke={1.6} /> : <IconArchive size={16} stroke={1.6} />}
          </RowAction>
          <RowAction
            label={words.deleteOne(name)}
            disabled={isBusy}
            refused={actions.cannotManage}
            onClick={() => void actions.remove(dataset)}
          >
            <IconTrash size={16} stroke={1.6} />
          </RowAction>
        </div>
      </td>
    </tr>
  )
}
