/** The images of a data set: directories, filters, the grid, and the actions for chosen images. */
import { ActionIcon, Button, Slider, Switch, Tooltip } from '@mantine/core'
import {
  IconChecklist,
  IconFilterOff,
  IconLayoutSidebar,
  IconListCheck,
  IconPhoto,
  IconSparkles,
} from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { type Dataset, IMAGE_STATUSES } from '../../../../shared/api/datasets.ts'
import type { ListedFolder } from '../../../../shared/api/folders.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { Empty } from '../../../base/ui/page.tsx'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { NotLoaded } from '../../../base/ui/resource.tsx'
import { openGetModel } from '../../../parts/model/get-model/get-model-store.ts'
import { texts } from '../../../texts/texts.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { useBulk } from '../bulk/use-bulk.tsx'
import { FolderTree } from '../folders/folder-tree.tsx'
import { useFolderActions } from '../folders/use-folder-actions.tsx'
import { placeIn, rememberPlace } from '../grid/grid-places.ts'
import { useGridSettings } from '../grid/grid-settings.ts'
import { ImageGrid } from '../grid/image-grid.tsx'
import { LEAST_SIDE, MOST_SIDE } from '../grid/layout.ts'
import { itemsAt, sizeOf } from '../grid/ranges.ts'
import { NOTHING } from '../grid/selection.ts'
import type { SummaryBlocks } from '../grid/summary-blocks.ts'
import { useBlocks } from '../grid/use-blocks.ts'
import { useSelection } from '../grid/use-selection.ts'
import { openReview } from '../pre-label/open-review.ts'
import { preLabel } from '../pre-label/pre-label.tsx'
import { FilterBar } from '../query/filter-bar.tsx'
import { FilterChips } from '../query/filter-chips.tsx'
import {
  EVERY_IMAGE,
  formatQuery,
  type ImageQuery,
  type ImageSet,
  isFiltered,
  parseQuery,
  withoutFilters,
} from '../query/image-query.ts'
import { useDescriptions } from '../query/use-descriptions.ts'
import { useImageIds } from '../query/use-image-ids.ts'
import { useImageTags } from '../query/use-image-tags.ts'
import { createTask } from '../tasks/task-form.tsx'
import classes from './dataset.module.css'

const words = texts.data.grid
const NO_IDS: readonly string[] = []

const getSearchModel = () => openGetModel({ use: 'search' })

interface ImagesPageProps {
  /** The data set's id, as in the address. */
  datasetId: string
  dataset: Dataset
  folders: readonly ListedFolder[]
  /** Filters and order, as in the address. */
  search: string
  /** How often images were added here: the grid is read again after each time. */
  additions: number
  /** Links to this page and to those beside it. */
  pageLinks: ReactNode
  /** The button that opens the dialog for it. */
  addImages: ReactNode
  onExport(imageIds: readonly string[]): void
  /** Reads the data set and its directories again. */
  onChanged(): Promise<void>
}

export function ImagesPage(props: ImagesPageProps) {
  const { datasetId, dataset, folders, search, pageLinks, additions, addImages, onExport, onChanged } = props
  const host = useHost()
  const query = useMemo(() => parseQuery(search), [search])
  // The same filters in another order of the address are the same list.
  const key = formatQuery(query)
  const { list, listed, isOld, error, reload } = useImageIds(dataset.id, key)
  const ids = list?.data ?? NO_IDS
  const descriptions = useDescriptions(dataset.id, query.like !== '')
  const tags = useImageTags(dataset.id, `${dataset.image_count} ${descriptions.state?.embedded_images ?? 0}`)
  const [settings, change] = useGridSettings()
  const blocks = useBlocks(dataset.id, ids)
  const [selection, setSelection] = useSelection(ids, listed, placeIn(dataset.id, listed).imageId)

  const refresh = useCallback(async () => {
    await Promise.all([reload(), onChanged()])
    blocks.refresh()
  }, [reload, onChanged, blocks])
  const bulk = useBulk({ datasetId: dataset.id, onChanged: refresh })

  const seen = useRef(additions)
  useEffect(() => {
    if (seen.current === additions) return
    seen.current = additions
    void reload()
  }, [additions, reload])

  useEffect(() => {
    if (selection.cursor >= 0) rememberPlace(dataset.id, listed, { imageId: ids[selection.cursor] ?? null })
  }, [dataset.id, listed, ids, selection.cursor])
  const onOffset = useCallback((offset: number) => rememberPlace(dataset.id, listed, { offset }), [dataset.id, listed])

  const go = useCallback(
    (part: Partial<ImageQuery>) => {
      const next = formatQuery({ ...query, ...part })
      navigate({ screen: 'dataset', datasetId, ...(next !== '' && { query: next }) })
    },
    [datasetId, query],
  )
  const open = (index: number) => {
    const imageId = ids[index]
    if (imageId === undefined) return
    rememberPlace(dataset.id, listed, { imageId })
    navigate({ screen: 'image', datasetId, imageId, ...(listed !== '' && { query: listed }) })
  }
  const readImages = descriptions.state?.embedded_images
  // biome-ignore lint/correctness/useExhaustiveDependencies: images that the model has read meanwhile are found too
  useEffect(() => {
    if (query.like !== '') void reload()
  }, [readImages])
  const chosenIds = () => itemsAt(ids, selection.chosen)
  const chosen = sizeOf(selection.chosen)
  /** The chosen images, or all of the list. */
  const images = (): ImageSet => (chosen > 0 ? { ids: chosenIds() } : { query, count: list?.total ?? 0 })
  const onKey = (event: KeyboardEvent) => {
    if (chosen === 0 || bulk.cannotChange !== null || bulk.progress !== null || query.archived) return
    const status = event.altKey ? IMAGE_STATUSES[Number(event.code.replace('Digit', '')) - 1] : undefined
    if (status) void bulk.setStatus(chosenIds(), status)
    else if (event.key === 'Delete') void bulk.archive(chosenIds(), true)
    else return
    event.preventDefault()
  }
  const directories = useFolderActions({
    datasetId: dataset.id,
    folders,
    chosen: query.directory,
    onChoose: (directory) => go({ directory }),
    onChanged: refresh,
  })

  return (
    <>
      <div className={classes.links}>
        {pageLinks}
        <div className={classes.settings}>
          <Refusable
            label={texts.data.preLabel.open}
            icon={<IconSparkles size={15} />}
            refused={bulk.cannotChange}
            disabled={ids.length === 0 || isOld}
            onClick={() =>
              preLabel({
                host,
                dataset,
                images: images(),
                onChanged: refresh,
                onReview: () => void openReview(host, dataset.id),
              })
            }
          />
          <Refusable
            label={texts.data.preLabel.review}
            hint={texts.data.preLabel.reviewHint}
            icon={<IconListCheck size={15} />}
            refused={bulk.cannotChange}
            disabled={ids.length === 0 || isOld}
            onClick={() => void openReview(host, dataset.id, query)}
          />
          <Refusable
            label={texts.data.tasks.create}
            icon={<IconChecklist size={15} />}
            refused={bulk.cannotChange}
            disabled={ids.length === 0 || isOld}
            onClick={() => createTask({ host, dataset, images: images() })}
          />
          <Switch label={words.boxes} checked={settings.boxes} onChange={() => change({ boxes: !settings.boxes })} />
          <Slider
            className={classes.size}
            aria-label={words.size}
            thumbLabel={words.size}
            label={null}
            size={4}
            min={LEAST_SIDE}
            max={MOST_SIDE}
            step={20}
            value={settings.size}
            onChange={(size) => change({ size })}
          />
          <Tooltip label={texts.data.folders.label}>
            <ActionIcon
              aria-label={texts.data.folders.label}
              aria-pressed={settings.directories}
              onClick={() => change({ directories: !settings.directories })}
            >
              <IconLayoutSidebar size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <div className={classes.images}>
        {settings.directories && (
          <FolderTree
            folders={folders}
            imageCount={dataset.image_count}
            chosen={query.directory}
            refused={bulk.cannotChange}
            onChoose={(directory) => go({ directory })}
            onMove={(moved, path) => void bulk.move(moved, path)}
            actions={directories}
          />
        )}
        <div className={classes.main}>
          <div className={classes.tools}>
            <FilterBar
              query={query}
              datasetClasses={dataset.classes}
              datasetTags={tags}
              canDescribe={descriptions.state?.has_text ?? false}
              onGetModel={host.info.account === null ? getSearchModel : null}
              onChange={go}
            />
            <FilterChips query={query} onChange={go} />
            <BulkBar
              count={list === undefined ? null : words.count(list.total)}
              chosen={chosen}
              ids={chosenIds}
              isArchive={query.archived}
              paths={folders.map(({ folder_path }) => folder_path)}
              bulk={bulk}
              onExport={() => onExport(chosenIds())}
              onSimilar={() => go({ ...EVERY_IMAGE, similar: chosenIds()[0] ?? null })}
              onChooseNone={() => setSelection({ ...NOTHING, cursor: selection.cursor })}
            />
            {list !== undefined && error !== null && (
              <p className={classes.bad} role="alert">
                {words.stale(error)}
              </p>
            )}
            {query.like !== '' && descriptions.unread > 0 && (
              <p className={classes.note} role="status">
                {words.unread(descriptions.unread)}
              </p>
            )}
            <ReadError blocks={blocks} />
            {list?.has_more && <p className={classes.note}>{words.firstOnly(ids.length)}</p>}
          </div>
          <div className={classes.grid} data-old={isOld || undefined}>
            {list === undefined ? (
              <NotLoaded title={words.failed} error={error} reload={reload} />
            ) : ids.length > 0 ? (
              <ImageGrid
                key={listed}
                ids={ids}
                blocks={blocks}
                selection={selection}
                onOffset={onOffset}
                onKey={onKey}
                similarity={list.similarity}
                size={settings.size}
                hasBoxes={settings.boxes}
                onSelection={setSelection}
                onOpen={open}
                firstOffset={placeIn(dataset.id, listed).offset}
              />
            ) : isOld ? null : (
              <NoImages query={query} addImages={addImages} onClear={() => go(withoutFilters(query))} />
            )}
          </div>
        </div>
      </div>
    </>
  )
}

/** A block of images that could not be read. */
function ReadError({ blocks }: { blocks: SummaryBlocks }) {
  const error = useSyncExternalStore(blocks.subscribe, blocks.error)
  if (error === null) return null
  return (
    <p className={classes.bad} role="alert">
      {words.stale(errorText(error))}{' '}
      <Button variant="default" size="compact-xs" onClick={() => blocks.refresh()}>
        {texts.ui.words.tryAgain}
      </Button>
    </p>
  )
}

interface NoImagesProps {
  query: ImageQuery
  addImages: ReactNode
  onClear(): void
}

function NoImages({ query, addImages, onClear }: NoImagesProps) {
  if (isFiltered(query)) {
    return (
      <Empty
        icon={<IconFilterOff size={20} stroke={1.6} />}
        title={words.noMatch}
        action={
          <Button variant="default" onClick={onClear}>
            {texts.data.filters.clearAll}
          </Button>
        }
      >
        {words.noMatchHint}
      </Empty>
    )
  }
  return (
    <Empty
      icon={<IconPhoto size={20} stroke={1.6} />}
      title={query.archived ? words.noneArchived : words.none}
      action={query.archived ? null : addImages}
    >
      {query.archived ? words.noneArchivedHint : words.noneHint}
    </Empty>
  )
}
