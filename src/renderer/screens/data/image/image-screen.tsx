/** The page of an image: the image with its annotations, its facts, and the neighbours in the order of the grid. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import type { ImageStatus } from '../../../../shared/api/datasets.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/role-refusal.ts'
import { texts } from '../../../base/messages/texts.ts'
import { hrefOf, navigate } from '../../../base/navigation/route.ts'
import { ClassColors } from '../../../base/ui/class-colors.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { useTitle } from '../../../base/ui/use-title.ts'
import { colorsOf } from '../dataset/class-colors.ts'
import { Trail } from '../dataset/trail.tsx'
import { useDataset } from '../dataset/use-dataset.ts'
import { rememberPlace } from '../grid/grid-places.ts'
import { nameOf } from '../grid/image-cell.tsx'
import { imageUrl } from '../grid/image-url.ts'
import { formatQuery, parseQuery } from '../query/image-query.ts'
import { useImageIds } from '../query/use-image-ids.ts'
import classes from './image.module.css'
import { ImageFacts } from './image-facts.tsx'
import { ImageStage } from './image-stage.tsx'
import { useImage } from './use-image.ts'
import { useImageKeys } from './use-image-keys.ts'

const words = texts.data.image

interface ImageScreenProps {
  datasetId: string
  imageId: string
  /** Filters and order of the grid, as in the address. */
  query: string
}

export function ImageScreen({ datasetId, imageId, query: search }: ImageScreenProps) {
  const host = useHost()
  const key = useMemo(() => formatQuery(parseQuery(search)), [search])
  const dataset = useDataset(datasetId).value?.dataset
  const { list } = useImageIds(dataset?.id ?? datasetId, key)
  const { value, error, reload, patch } = useImage(datasetId, imageId)
  const refused = useRoleRefusal('member')
  const [marked, setMarked] = useState<string | null>(null)
  const colors = useMemo(() => colorsOf(dataset?.classes ?? []), [dataset?.classes])
  // The image before stays in the resource until this one has been read.
  const open = value?.summary.id === imageId ? value : undefined
  const query = key === '' ? {} : { query: key }
  const grid = { screen: 'dataset', datasetId, ...query } as const
  const ids = list?.data ?? []
  const index = ids.indexOf(imageId)
  useTitle(open ? nameOf(open.summary) : words.one)

  useEffect(() => {
    if (dataset) rememberPlace(dataset.id, key, { imageId })
  }, [dataset, key, imageId])

  const neighbour = (by: 1 | -1) => (index < 0 ? undefined : ids[index + by])
  const step = (by: 1 | -1) => {
    const to = neighbour(by)
    if (to === undefined) return
    setMarked(null)
    // Steps replace each other in the history, so that one step back leads to the grid.
    window.location.replace(hrefOf({ screen: 'image', datasetId, imageId: to, ...query }))
  }
  const setStatus = async (status: ImageStatus) => {
    if (refused !== null || open?.summary.status === status) return
    if (open) patch((now) => ({ ...now, summary: { ...now.summary, status } }))
    try {
      const body = { dataset_name: datasetId, image_ids: [imageId], updates: { status } }
      await host.api('imageBatches.update', { body })
      // A key may come before the image itself has arrived.
      if (!open) await reload()
    } catch (failure) {
      toastError(words.notSet, failure)
      await reload()
    }
  }
  useImageKeys({ onStep: step, onStatus: (status) => void setStatus(status), onBack: () => navigate(grid) })

  return (
    <ClassColors value={colors}>
      <Page
        fixed
        title={
          <Trail
            name={dataset?.name ?? datasetId}
            href={hrefOf(grid)}
            image={open ? nameOf(open.summary) : undefined}
          />
        }
        actions={
          <div className={classes.steps}>
            {index >= 0 && (
              <span role="status" className={classes.number}>
                {words.of(index + 1, ids.length)}
              </span>
            )}
            <Step label={words.previous} isAt={neighbour(-1) !== undefined} onClick={() => step(-1)}>
              <IconChevronLeft size={17} stroke={1.6} />
            </Step>
            <Step label={words.next} isAt={neighbour(1) !== undefined} onClick={() => step(1)}>
              <IconChevronRight size={17} stroke={1.6} />
            </Step>
          </div>
        }
      >
        {open === undefined ? (
          <NotLoaded title={words.failed} error={error} reload={reload} />
        ) : (
          <div className={classes.screen}>
            <ImageStage
              url={imageUrl(host.info.files_base, imageId)}
              name={nameOf(open.summary)}
              width={open.summary.width}
              height={open.summary.height}
              annotations={open.annotations}
              marked={marked}
            />
            <ImageFacts
              {...{ open, refused, marked }}
              onMark={setMarked}
              onStatus={(status) => void setStatus(status)}
            />
          </div>
        )}
      </Page>
    </ClassColors>
  )
}

interface StepProps {
  label: string
  /** There is an image in this direction. */
  isAt: boolean
  onClick(): void
  children: React.ReactNode
}

function Step({ label, isAt, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={!isAt} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
