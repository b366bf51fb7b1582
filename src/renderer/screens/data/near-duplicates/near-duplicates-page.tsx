/** Images that are nearly the same, in groups; all but one of a group can be archived. */
import { Button, Pagination, Progress } from '@mantine/core'
import { IconArchive, IconCopyCheck } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { texts } from '../../../texts/texts.ts'
import { useBulk } from '../bulk/use-bulk.tsx'
import { GroupRow } from './group-row.tsx'
import { keptImage } from './kept-image.ts'
import classes from './near-duplicates.module.css'
import { ScanBar } from './scan-bar.tsx'
import { type DuplicateGroup, GROUPS_AT_ONCE, useGroups } from './use-groups.ts'
import { useScan } from './use-scan.ts'

const words = texts.data.duplicates
/** Images of a group that are shown at first. */
const SHOWN = 12

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
