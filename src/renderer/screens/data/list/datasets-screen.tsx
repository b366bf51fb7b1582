/** The list of data sets. */
import { SegmentedControl } from '@mantine/core'
import { IconPhoto, IconPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Page } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { useTitle } from '../../../base/ui/use-title.ts'
import { texts } from '../../../texts/texts.ts'
import { createDataset } from './dataset-form.tsx'
import { DatasetsTable } from './datasets-table.tsx'
import classes from './list.module.css'
import { useDatasetActions } from './use-dataset-actions.tsx'

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
