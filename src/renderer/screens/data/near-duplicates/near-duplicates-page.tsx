/** Images that are nearly the same, in groups; all but one of a group can be archived. */
import { Button, NumberInput, Pagination, Progress } from '@mantine/core'
import { IconArchive, IconCopy, IconCopyCheck } from '@tabler/icons-react'
import { useCallback, useId, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { formatWhen } from '../../../base/format/format.ts'
import { Empty } from '../../../base/ui/page.tsx'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { NotLoaded } from '../../../base/ui/resource.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { useBulk } from '../bulk/use-bulk.tsx'
import { GroupRow, keptImage } from './group-row.tsx'
import classes from './near-duplicates.module.css'
import { type DuplicateGroup, GROUPS_AT_ONCE, useGroups } from './use-groups.ts'
import { type Scan, useScan } from './use-scan.ts'

const words = texts.data.duplicates
/** Images of a group that are shown at first. */
const SHOWN = 12

/** Percent. */
const USUAL = 97
const LEAST = 50

interface ScanBarProps {
  of: Scan
  refused: string | null
}

/** Starts a scan, displays its progress, and says how old its result is. */
function ScanBar({ of, refused }: ScanBarProps) {
  const { scan, progress, problem } = of
  const field = useId()
  const [percent, setPercent] = useState<number | string>(scan ? Math.round(scan.threshold * 100) : USUAL)
  if (scan?.status === 'pending') {
    const { done = 0, total = null } = progress ?? {}
    return (
      <section className={classes.bar} aria-label={words.scan}>
        <span role="status">{total === null ? words.waiting : words.running(done, total)}</span>
        <Progress
          className={classes.progress}
          value={total === null ? 0 : (100 * done) / Math.max(1, total)}
          aria-label={words.progress}
        />
        <Button variant="subtle" color="gray" onClick={() => void of.cancel(scan)}>
          {texts.ui.words.cancel}
        </Button>
      </section>
    )
  }
  const isNumber = typeof percent === 'number'
  return (
    <section className={classes.bar} aria-label={words.scan}>
      <div className={classes.threshold}>
        <label htmlFor={field}>{words.threshold}</label>
        <NumberInput
          id={field}
          size="xs"
          w={84}
          min={LEAST}
          max={100}
          suffix={words.percent}
          value={percent}
          onChange={setPercent}
        />
      </div>
      <Refusable
        label={scan ? words.again : words.start}
        icon={<IconCopy size={15} />}
        refused={refused}
        disabled={!isNumber}
        onClick={() => isNumber && void of.start(percent / 100)}
      />
      <ScanState scan={scan ?? null} />
      {problem !== null && (
        <span className={classes.bad} role="alert">
          {problem}
        </span>
      )}
    </section>
  )
}

function ScanState({ scan }: { scan: NonNullable<Scan['scan']> | null }) {
  if (scan === null) return null
  if (scan.status === 'failed') {
    return (
      <span className={classes.bad} role="alert">
        {messageText({ message: scan.error ?? words.scanFailed, ...(scan.text && { text: scan.text }) })}
      </span>
    )
  }
  if (scan.status === 'cancelled') return <span role="status">{words.cancelled}</span>
  return (
    <span role="status" className={classes.note}>
      {words.scanned(scan.scanned_images, scan.completed_at === null ? '' : formatWhen(scan.completed_at))}
    </span>
  )
}

interface NearDuplicatesPageProps {
  dataset: Dataset
  /** Reads the data set again. */
  onChanged(): Promise<void>
}

export function NearDuplicatesPage({ dataset, onChanged }: NearDuplicatesPageProps) {
  const scan = useScan(dataset.id)
  const [page, setPage] = useState(1)
  const completed = scan.scan?.status === 'completed' ? scan.scan.job_id : null
  const { value, error, reload } = useGroups(dataset.id, completed, page - 1)
  const bulk = useBulk({
    datasetId: dataset.id,
    onChanged: useCallback(async () => void (await Promise.all([reload(), onChanged()])), [reload, onChanged]),
  })
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [whole, setWhole] = useState<ReadonlySet<number>>(new Set())
  const keptOf = ({ images }: DuplicateGroup): Set<string> => {
    const suggested = keptImage(images).id
    return new Set(images.flatMap(({ id }) => ((choices.get(id) ?? id === suggested) ? [id] : [])))
  }
  const leavingOf = (group: DuplicateGroup): string[] => {
    const kept = keptOf(group)
    return group.images.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
  }
  const archive = (groups: readonly DuplicateGroup[]) => void bulk.archive(groups.flatMap(leavingOf), true)
  const groups = value?.groups ?? []
  const pages = Math.ceil((value?.total ?? 0) / GROUPS_AT_ONCE)
  const leaving = groups.reduce((sum, group) => sum + leavingOf(group).length, 0)

  if (scan.scan === undefined) return <NotLoaded title={words.failed} error={scan.error} reload={scan.reload} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and the keyboard must reach it
    <section className={classes.page} tabIndex={0} aria-label={words.title}>
      <ScanBar of={scan} refused={bulk.cannotChange} />
      {bulk.progress && (
        <div className={classes.bar}>
          <span role="status">{texts.data.bulk[bulk.progress.phase](bulk.progress.done, bulk.progress.total)}</span>
          <Progress
            className={classes.progress}
            value={(100 * bulk.progress.done) / Math.max(1, bulk.progress.total)}
            aria-label={texts.data.bulk.progressLabel}
          />
          <Button variant="subtle" color="gray" onClick={bulk.stop}>
            {texts.data.bulk.stop}
          </Button>
        </div>
      )}
      {completed === null ? (
        scan.scan?.status !== 'pending' && (
          <Empty icon={<IconCopyCheck size={24} stroke={1.6} />} title={words.notScanned}>
            {words.notScannedHint}
          </Empty>
        )
      ) : value === undefined || value === null ? (
        <NotLoaded title={words.failed} error={error} reload={reload} />
      ) : groups.length === 0 ? (
        <Empty icon={<IconCopyCheck size={24} stroke={1.6} />} title={words.none}>
          {value.total === 0 ? words.noneHint : words.doneHint}
        </Empty>
      ) : (
        <>
          <div className={classes.summary}>
            <p>{words.found(value.total, scan.scan?.duplicate_count ?? 0)}</p>
            <Refusable
              label={words.archiveAll(leaving)}
              icon={<IconArchive size={15} />}
              refused={bulk.cannotChange}
              disabled={leaving === 0 || bulk.progress !== null}
              onClick={() => archive(groups)}
            />
          </div>
          <ol className={classes.groups}>
            {groups.map((group) => (
              <GroupRow
                key={group.group}
                of={group}
                datasetId={dataset.id}
                kept={keptOf(group)}
                refused={bulk.cannotChange}
                shown={whole.has(group.group) ? group.images.length : SHOWN}
                onShowAll={() => setWhole((now) => new Set([...now, group.group]))}
                onToggle={(id) => setChoices((now) => new Map([...now, [id, !keptOf(group).has(id)]]))}
                onArchive={() => archive([group])}
              />
            ))}
          </ol>
        </>
      )}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': words.controls[control] })}
        />
      )}
    </section>
  )
}
