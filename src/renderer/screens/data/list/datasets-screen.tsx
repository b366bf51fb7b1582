/** The list of data sets. */
import { SegmentedControl } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil, IconPhoto, IconPlus, IconTrash } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { formatBytes, formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Empty, Page, useTitle } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { createDataset } from './dataset-form.tsx'
import classes from './list.module.css'
import { type DatasetActions, useDatasetActions } from './use-dataset-actions.tsx'

const words = texts.data.list
/** Data sets per response. */
const PAGE = 1000

async function readDatasets(host: Host, archived: boolean): Promise<Dataset[]> {
  const all: Dataset[] = []
  for (;;) {
    const page = await host.api('datasets.list', { query: { limit: PAGE, offset: all.length, archived } })
    all.push(...page.data)
    if (!page.pagination.has_more || page.data.length === 0) return all
  }
}

interface DatasetsTableProps {
  datasets: readonly Dataset[]
  actions: DatasetActions
}

/** The table of data sets, with the actions of each. */
function DatasetsTable({ datasets, actions }: DatasetsTableProps) {
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

export function DatasetsScreen() {
  useTitle(words.title)
  const host = useHost()
  const [archived, setArchived] = useState(false)
  const { value, error, reload } = useResource(
    useCallback(async () => ({ archived, all: await readDatasets(host, archived) }), [host, archived]),
  )
  const actions = useDatasetActions(reload)
  const datasets = value?.archived === archived ? value.all : undefined
  const create = (isMain: boolean) => (
    <Refusable
      variant={isMain ? 'filled' : 'default'}
      label={words.create}
      icon={<IconPlus size={15} />}
      refused={actions.cannotChange}
      onClick={() => createDataset(host)}
    />
  )
  return (
    <Page title={words.title} actions={create(datasets?.length !== 0 || archived)}>
      <div className={classes.choice}>
        <SegmentedControl
          aria-label={words.which}
          data={[
            { value: 'current', label: words.current },
            { value: 'archived', label: words.archived },
          ]}
          value={archived ? 'archived' : 'current'}
          onChange={(chosen) => setArchived(chosen === 'archived')}
        />
        {datasets && datasets.length > 0 && <span role="status">{words.count(datasets.length)}</span>}
      </div>
      {datasets === undefined && <NotLoaded title={words.failed} error={error} reload={reload} />}
      {datasets !== undefined && error !== null && (
        <p className={table.bad} role="alert">
          {words.stale(error)}
        </p>
      )}
      {datasets?.length === 0 &&
        (archived ? (
          <Empty icon={<IconPhoto size={20} stroke={1.6} />} title={words.noneArchived}>
            {words.noneArchivedHint}
          </Empty>
        ) : (
          <Empty
            icon={<IconPhoto size={20} stroke={1.6} />}
            title={words.none}
            action={
              <>
                {create(true)}
                <GuideLink page="data" />
              </>
            }
          >
            {words.noneHint}
          </Empty>
        ))}
      {datasets && datasets.length > 0 && <DatasetsTable datasets={datasets} actions={actions} />}
    </Page>
  )
}
