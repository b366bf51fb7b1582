/** The page of an image: its annotations on the canvas, their comments and history, and the neighbours in the grid's order. */
import { ActionIcon, Indicator, Select, Tooltip } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconHistory,
  IconInfoCircle,
  IconMessage,
  IconPhotoSearch,
  IconSparkles,
} from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { IMAGE_STATUSES, type ImageStatus } from '../../../../shared/api/datasets.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { hrefOf, navigate } from '../../../base/navigation/route.ts'
import { ClassColors } from '../../../base/ui/class-colors.ts'
import { Page, useTitle } from '../../../base/ui/page.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { useLabelledImage } from '../annotation-outbox/use-labelled-image.ts'
import { Trail } from '../dataset/trail.tsx'
import { colorsOf, useDataset } from '../dataset/use-dataset.ts'
import { rememberPlace } from '../grid/grid-places.ts'
import { imageUrl, nameOf } from '../grid/image-cell.tsx'
import { useKeyHint } from '../labelling/commands/use-labelling-keys.ts'
import type { LabellingStage } from '../labelling/stage/stage.ts'
import { preLabel } from '../pre-label/pre-label.tsx'
import { EVERY_IMAGE, formatQuery, parseQuery } from '../query/image-query.ts'
import { useImageIds } from '../query/use-image-ids.ts'
import { openComments } from './comments-panel.tsx'
import classes from './image.module.css'
import { LabellingView, type SidePanel } from './labelling-view.tsx'
import { SaveState } from './save-state.tsx'
import { useTracking } from './tracking/use-tracking.ts'
import { useActiveTime } from './use-active-time.ts'
import { useImage } from './use-image.ts'
import { useLabelActions } from './use-label-actions.ts'
import { useLoadingKeys } from './use-loading-keys.ts'

const { image: words, label, words: names } = texts.data
/** Comments of other people appear after this time, milliseconds. */
const COMMENTS_EVERY = 20_000

interface ImageScreenProps {
  datasetId: string
  imageId: string
  /** Filters and order of the grid, as in the address. */
  query: string
}

export function ImageScreen({ datasetId, imageId, query: search }: ImageScreenProps) {
  const host = useHost()
  const asked = useMemo(() => parseQuery(search), [search])
  const key = formatQuery(asked)
  const { value: set, error: setError, reload: reloadDataset } = useDataset(datasetId)
  const dataset = set?.dataset
  const { list } = useImageIds(dataset?.id ?? datasetId, key)
  const { value, error, reload, patch } = useImage(datasetId, imageId)
  const labels = useLabelledImage(imageId)
  const comments = useResource(
    useCallback(() => host.api('annotationComments.list', { query: { image_id: imageId } }), [host, imageId]),
    COMMENTS_EVERY,
  )
  const refused = useRoleRefusal('member')
  useActiveTime(refused === null ? (asked.task ?? undefined) : undefined, imageId)
  const [stage, setStage] = useState<LabellingStage | null>(null)
  const [panel, setPanel] = useState<SidePanel | null>(null)
  const colors = useMemo(() => colorsOf(dataset?.classes ?? []), [dataset?.classes])
  // The image before stays in the resource until this one has been read.
  const open = value?.summary.id === imageId ? value : undefined
  const query = key === '' ? {} : { query: key }
  const grid = { screen: 'dataset', datasetId, ...query } as const
  const similar = { ...grid, query: formatQuery({ ...EVERY_IMAGE, similar: imageId }) }
  const ids = list?.data ?? []
  const index = ids.indexOf(imageId)
  const next = index < 0 ? undefined : ids[index + 1]
  const previous = index < 0 ? undefined : ids[index - 1]
  useTitle(open ? nameOf(open.summary) : words.one)

  useEffect(() => {
    if (dataset) rememberPlace(dataset.id, key, { imageId })
  }, [dataset, key, imageId])
  useEffect(() => {
    // The browser has the next image before it is opened.
    if (next !== undefined) new Image().src = imageUrl(host.info.files_base, next)
  }, [host, next])

  // Steps replace each other in the history, so that one step back leads to the grid.
  const goTo = (to: string | undefined) =>
    to !== undefined && window.location.replace(hrefOf({ screen: 'image', datasetId, imageId: to, ...query }))
  const act = useLabelActions({
    datasetId: dataset?.id ?? datasetId,
    imageId,
    query: key,
    ids,
    stage,
    refused,
    open,
    patch,
    reload,
    reloadDataset,
    goTo,
  })
  useLoadingKeys({
    isLoading: open === undefined || dataset === undefined || labels.state.annotations === undefined,
    onStep: (by) => void goTo(by > 0 ? next : previous),
    onStatus: act.setStatus,
  })
  const tracking = useTracking({ host, imageId, ids, stage, goTo })
  const hint = useKeyHint()
  const preLabelThis = () =>
    dataset &&
    preLabel({ host, dataset, images: { ids: [imageId] }, onChanged: () => labels.image.reload().then(reloadDataset) })
  const toggle = (to: SidePanel) => setPanel((now) => (now === to ? null : to))
  const unresolved = openComments(comments.value ?? [])

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
        aside={<SaveState labels={labels} />}
        actions={
          <div className={classes.steps}>
            {open && (
              <Select
                className={classes.statusChoice}
                size="xs"
                aria-label={names.status}
                title={refused ?? words.statusHint}
                data={IMAGE_STATUSES.map((status) => ({ value: status, label: names.statuses[status] }))}
                value={open.summary.status}
                allowDeselect={false}
                readOnly={refused !== null}
                onChange={(status) => act.setStatus(status as ImageStatus)}
              />
            )}
            <Action
              label={texts.data.preLabel.openOne}
              tooltip={hint(texts.data.preLabel.openOne, 'label-image-preLabel')}
              disabled={refused !== null || open === undefined}
              onClick={() => preLabelThis()}
            >
              <IconSparkles size={17} stroke={1.6} />
            </Action>
            <Action label={texts.data.bulk.similar} onClick={() => navigate(similar)}>
              <IconPhotoSearch size={17} stroke={1.6} />
            </Action>
            <Indicator label={unresolved} size={15} offset={4} disabled={unresolved === 0} zIndex={1}>
              <Action
                label={unresolved > 0 ? label.panels.openComments(unresolved) : label.panels.comments}
                pressed={panel === 'comments'}
                onClick={() => toggle('comments')}
              >
                <IconMessage size={17} stroke={1.6} />
              </Action>
            </Indicator>
            <Action label={label.panels.history} pressed={panel === 'history'} onClick={() => toggle('history')}>
              <IconHistory size={17} stroke={1.6} />
            </Action>
            <Action label={label.panels.facts} pressed={panel === 'facts'} onClick={() => toggle('facts')}>
              <IconInfoCircle size={17} stroke={1.6} />
            </Action>
            {index >= 0 && (
              <span role="status" className={classes.number}>
                {words.of(index + 1, ids.length)}
              </span>
            )}
            <Action label={words.previous} disabled={previous === undefined} onClick={() => goTo(previous)}>
              <IconChevronLeft size={17} stroke={1.6} />
            </Action>
            <Action label={words.next} disabled={next === undefined} onClick={() => goTo(next)}>
              <IconChevronRight size={17} stroke={1.6} />
            </Action>
          </div>
        }
      >
        {open === undefined || dataset === undefined || labels.state.annotations === undefined ? (
          <NotLoaded
            title={words.failed}
            error={error ?? setError ?? labels.state.error}
            reload={() => Promise.all([reload(), reloadDataset(), labels.image.reload()])}
          />
        ) : (
          <LabellingView
            key={imageId}
            open={open}
            labels={labels}
            comments={comments}
            refused={refused}
            panel={panel}
            stage={stage}
            datasetId={dataset.id}
            isReview={asked.annotated === 'pending'}
            classList={dataset.classes}
            annotations={labels.state.annotations}
            onStage={setStage}
            onOpened={tracking.onOpened}
            onPanel={setPanel}
            onAddClass={act.addClass}
            actions={{
              ...(previous !== undefined && { previous: () => void goTo(previous) }),
              ...(next !== undefined && { next: () => void goTo(next) }),
              previousUnlabelled: act.stepUnlabelled(-1),
              nextUnlabelled: act.stepUnlabelled(1),
              ...(refused === null && {
                copyPrevious: act.copyPrevious,
                preLabel: preLabelThis,
                track: tracking.toNext,
                trackFar: tracking.over,
              }),
              status1: () => act.setStatus('new'),
              status2: () => act.setStatus('annotate'),
              status3: () => act.setStatus('review'),
              status4: () => act.setStatus('complete'),
            }}
          />
        )}
      </Page>
    </ClassColors>
  )
}

interface ActionProps {
  label: string
  /** The label with its keys, for an action that has some. */
  tooltip?: string
  disabled?: boolean
  /** True while the panel is open; only for a button that opens and closes one. */
  pressed?: boolean
  onClick(): void
  children: ReactNode
}

function Action({ label: text, tooltip = text, disabled = false, pressed, onClick, children }: ActionProps) {
  return (
    <Tooltip label={tooltip}>
      <ActionIcon
        className={classes.action}
        aria-label={text}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
