/** A data set: its images in a grid, and its insights. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowsSplit2,
  IconDots,
  IconDownload,
  IconGridDots,
  IconLayersSubtract,
  IconPhotoPlus,
  IconPhotoSearch,
} from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { DATASET_PAGES, type DatasetPage, hrefOf } from '../../../base/navigation/route.ts'
import { ClassColors } from '../../../base/ui/class-colors.ts'
import { Page, useTitle } from '../../../base/ui/page.tsx'
import { PageLinks } from '../../../base/ui/page-links.tsx'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { NotLoaded } from '../../../base/ui/resource.tsx'
import { openGetModel } from '../../../parts/model/get-model/get-model-store.ts'
import { texts } from '../../../texts/texts.ts'
import { BringDialog, DropTarget } from '../bring/bring-dialog.tsx'
import type { ImageFile } from '../bring/images/add-files.ts'
import { useBulk } from '../bulk/use-bulk.tsx'
import { deriveDataset } from '../derive/derive-dialog.tsx'
import { ExportDialog } from '../export/export-dialog.tsx'
import { InsightsPage } from '../insights/insights-page.tsx'
import { NearDuplicatesPage } from '../near-duplicates/near-duplicates-page.tsx'
import { distributeSplits } from '../splits/splits-dialog.tsx'
import { TasksPage } from '../tasks/tasks-page.tsx'
import classes from './dataset.module.css'
import { ImagesPage } from './images-page.tsx'
import { Trail } from './trail.tsx'
import { colorsOf, useDataset } from './use-dataset.ts'

const words = texts.data.dataset
const NO_IMAGES: readonly string[] = []
const NO_FILES: readonly ImageFile[] = []

const menuWords = texts.data.derive

interface DatasetMenuProps {
  dataset: Dataset
  /** Reads the data set and its grid again. */
  onChanged(): Promise<void>
}

/** The actions on a whole data set that are needed seldom. */
function DatasetMenu({ dataset, onChanged }: DatasetMenuProps) {
  const host = useHost()
  const refused = useRoleRefusal('member')
  const bulk = useBulk({ datasetId: dataset.id, onChanged })
  const isOff = refused !== null || dataset.image_count === 0
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={refused ?? menuWords.menu}>
          <ActionIcon variant="default" size={30} aria-label={menuWords.menu}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLayersSubtract size={15} />}
          disabled={isOff}
          onClick={() => void deriveDataset(host, dataset, 'augment')}
        >
          {menuWords.openAugment}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconGridDots size={15} />}
          disabled={isOff}
          onClick={() => void deriveDataset(host, dataset, 'tile')}
        >
          {menuWords.openTile}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsSplit2 size={15} />}
          disabled={isOff}
          onClick={() => distributeSplits({ onDistribute: bulk.distribute })}
        >
          {texts.data.splits.open}
        </Menu.Item>
        {host.info.account === null && (
          <Menu.Item leftSection={<IconPhotoSearch size={15} />} onClick={() => openGetModel({ use: 'search' })}>
            {menuWords.openSearchModel}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface DatasetScreenProps {
  datasetId: string
  /** The images unless it is given. */
  page?: DatasetPage | undefined
  /** Filters and order, as in the address. */
  query: string
}

export function DatasetScreen({ datasetId, page, query }: DatasetScreenProps) {
  const { value, error, reload } = useDataset(datasetId)
  const refused = useRoleRefusal('member')
  const [additions, setAdditions] = useState(0)
  /** The files that were dropped, while the dialog is open. */
  const [bringing, setBringing] = useState<readonly ImageFile[] | null>(null)
  // Ids of chosen images; none for the whole data set. They stay while the dialog fades out.
  const [exported, setExported] = useState<readonly string[]>(NO_IMAGES)
  const [isExporting, setExporting] = useState(false)
  const exportImages = (ids: readonly string[]) => {
    setExported(ids)
    setExporting(true)
  }
  const onAdded = useCallback(async () => {
    setAdditions((n) => n + 1)
    await reload()
  }, [reload])
  useTitle(value?.dataset.name ?? texts.data.list.one)
  const colors = useMemo(() => colorsOf(value?.dataset.classes ?? []), [value?.dataset.classes])
  if (value === undefined) {
    return (
      <Page title={<Trail />}>
        <NotLoaded title={words.failed} error={error} reload={reload} />
      </Page>
    )
  }
  const { dataset, folders } = value
  const addImages = (variant: 'default' | 'filled') => (
    <Refusable
      variant={variant}
      label={texts.data.bring.open}
      icon={<IconPhotoPlus size={15} />}
      refused={refused}
      onClick={() => setBringing(NO_FILES)}
    />
  )
  const links = [undefined, ...DATASET_PAGES].map((other) => ({
    href: hrefOf({ screen: 'dataset', datasetId, ...(other && { page: other }) }),
    title: words.pages[other ?? 'images'],
    isCurrent: other === page,
  }))
  const pageLinks = <PageLinks label={words.pages.label} pages={links} />
  return (
    <ClassColors value={colors}>
      <Page
        title={<Trail name={dataset.name} />}
        aside={dataset.is_archived && <span className={classes.archived}>{texts.data.list.archived}</span>}
        actions={
          <>
            <Button variant="default" leftSection={<IconDownload size={15} />} onClick={() => exportImages(NO_IMAGES)}>
              {texts.data.exports.open}
            </Button>
            <DatasetMenu dataset={dataset} onChanged={onAdded} />
            {addImages(dataset.image_count === 0 ? 'default' : 'filled')}
          </>
        }
        fixed
      >
        <div className={classes.screen}>
          {error !== null && (
            <p className={classes.bad} role="alert">
              {words.stale(error)}
            </p>
          )}
          {page !== undefined ? (
            <>
              <div className={classes.links}>{pageLinks}</div>
              {page === 'insights' && <InsightsPage datasetId={datasetId} />}
              {page === 'duplicates' && <NearDuplicatesPage dataset={dataset} onChanged={reload} />}
              {page === 'tasks' && <TasksPage dataset={dataset} />}
            </>
          ) : (
            <DropTarget isOff={refused !== null || bringing !== null} onFiles={setBringing}>
              <ImagesPage
                datasetId={datasetId}
                dataset={dataset}
                folders={folders}
                pageLinks={pageLinks}
                additions={additions}
                search={query}
                addImages={addImages('filled')}
                onExport={exportImages}
                onChanged={reload}
              />
            </DropTarget>
          )}
        </div>
        <BringDialog
          dataset={dataset}
          opened={bringing !== null}
          dropped={bringing ?? NO_FILES}
          onClose={() => setBringing(null)}
          onAdded={onAdded}
        />
        <ExportDialog
          dataset={dataset}
          folders={folders}
          chosen={exported}
          opened={isExporting}
          onClose={() => setExporting(false)}
        />
      </Page>
    </ClassColors>
  )
}
