/** A data set: its images in a grid, and its insights. */
import { useMemo, useState } from 'react'
import { useRoleRefusal } from '../../../base/host/role-refusal.ts'
import { texts } from '../../../base/messages/texts.ts'
import { DATASET_PAGES, type DatasetPage, hrefOf } from '../../../base/navigation/route.ts'
import { ClassColors } from '../../../base/ui/class-colors.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { PageLinks } from '../../../base/ui/page-links.tsx'
import { useTitle } from '../../../base/ui/use-title.ts'
import { InsightsPage } from '../insights/insights-page.tsx'
import { TasksPage } from '../tasks/tasks-page.tsx'
import { AddImagesButton } from './add-images-button.tsx'
import { colorsOf } from './class-colors.ts'
import classes from './dataset.module.css'
import { ImagesPage } from './images-page.tsx'
import { Trail } from './trail.tsx'
import { useDataset } from './use-dataset.ts'

const words = texts.data.dataset

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
  const onAdded = async () => {
    setAdditions((n) => n + 1)
    await reload()
  }
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
        actions={<AddImagesButton dataset={dataset} refused={refused} onAdded={onAdded} />}
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
              {page === 'insights' ? <InsightsPage datasetId={datasetId} /> : <TasksPage dataset={dataset} />}
            </>
          ) : (
            <ImagesPage {...{ datasetId, dataset, folders, pageLinks, additions, search: query }} onChanged={reload} />
          )}
        </div>
      </Page>
    </ClassColors>
  )
}
