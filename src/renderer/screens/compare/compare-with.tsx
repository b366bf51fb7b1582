/** Chooses the run to compare a run with; runs of its workflow and its video are listed first. */
import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowsDiff, IconSearch } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { useHost } from '../../base/host/host-context.ts'
import { hrefOf } from '../../base/navigation/route.ts'
import { useResource } from '../../base/ui/use-resource.ts'
import { searchRuns } from '../../parts/run/labels/search.ts'
import { useAllLabels, useLabelsOf } from '../../parts/run/labels/use-labels.ts'
import { texts } from '../../texts/texts.ts'
import classes from './compare-with.module.css'
import { type RunGroup, runGroups } from './other-runs.ts'
import { useDifferences } from './use-differences.ts'

const T = texts.compare.with

export function CompareWith({ run }: { run: WorkflowRun }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={380} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconArrowsDiff size={15} />} onClick={() => setOpen((is) => !is)}>
          {T.button}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Picker run={run} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Picker({ run }: { run: WorkflowRun }) {
  const host = useHost()
  const load = useCallback(() => host.api('workflowRuns.list', { query: { limit: 200 } }), [host])
  const { value: runs, error } = useResource(load)
  const [typed, setTyped] = useState('')
  const others = (runs ?? []).filter((r) => r.id !== run.id && isTerminal(r.status))
  const labels = useAllLabels()
  const groups = runGroups(run, searchRuns(others, labels, { text: typed, tag: null }))
  const differing = useDifferences(
    run,
    groups.flatMap((group) => group.runs),
  )
  return (
    <div className={classes.picker}>
      <TextInput
        data-autofocus
        aria-label={T.find}
        placeholder={T.find}
        leftSection={<IconSearch size={14} />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.list}>
        {groups.map((group) => (
          <Group key={group.key} group={group} run={run} differing={differing} />
        ))}
        {runs && groups.length === 0 && <p className={classes.none}>{others.length === 0 ? T.none : T.nothingFits}</p>}
        {error && !runs && <p className={classes.none}>{error}</p>}
      </div>
    </div>
  )
}

interface GroupProps {
  group: RunGroup
  run: WorkflowRun
  differing: ReadonlyMap<string, readonly string[]>
}

function Group({ group, run, differing }: GroupProps) {
  return (
    <section aria-label={T[group.key]}>
      <h3>{T[group.key]}</h3>
      {group.runs.map((other) => {
        const started = other.started_at ?? other.created_at
        // The older run is run 1, so that differences read as changes since then.
        const [runA, runB] = started < (run.started_at ?? run.created_at) ? [other.id, run.id] : [run.id, other.id]
        return (
          <UnstyledButton
            key={other.id}
            component="a"
            className={classes.run}
            href={hrefOf({ screen: 'compare', runA, runB })}
          >
            <RunTitle run={other} />
            <time dateTime={started} title={formatFullDate(started)}>
              {formatWhen(started)}
            </time>
            <small>{other.source?.name}</small>
            <Differences sentences={differing.get(other.id)} />
          </UnstyledButton>
        )
      })}
    </section>
  )
}

function RunTitle({ run }: { run: WorkflowRun }) {
  const { name } = useLabelsOf(run.id)
  return <strong>{name ?? run.workflow_name}</strong>
}

/** Maximum number of differences per row; the comparison page lists all of them. */
const SHOWN = 2

function Differences({ sentences }: { sentences: readonly string[] | undefined }) {
  if (!sentences) return null
  const more = sentences.length - SHOWN
  return (
    <span className={classes.differences} title={sentences.join('\n')}>
      {sentences.length === 0 ? T.sameSettings : sentences.slice(0, SHOWN).join(' · ')}
      {more > 0 && ` · ${T.more(more)}`}
    </span>
  )
}
