/** The search field and the filters above the run list. */
import { CloseButton, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { RUN_STATUSES } from '../../../../shared/domain/run.ts'
import { STATUS_WORDS } from '../../../base/ui/status-badge.tsx'
import { useKnownTags } from '../../../parts/run/labels/use-labels.ts'
import classes from '../../../parts/run/queue/runs-table.module.css'
import { useWorkflowNames } from '../../../parts/run/queue/use-runs.ts'
import { texts } from '../../../texts/texts.ts'
import type { RunListQuery } from './run-query.ts'

const T = texts.labels.search

const STATUS_CHOICES = [...RUN_STATUSES, 'interrupted' as const].map((status) => ({
  value: status,
  label: STATUS_WORDS[status],
}))

interface RunFiltersProps {
  query: RunListQuery
  onChange: (part: Partial<RunListQuery>) => void
}

export function RunFilters({ query, onChange }: RunFiltersProps) {
  const workflows = useWorkflowNames()
  const known = useKnownTags()
  // The selected tag may have been removed from the last run that had it.
  const tags = query.tag === null || known.includes(query.tag) ? known : [query.tag, ...known]
  return (
    <section className={classes.filters} aria-label={T.filters}>
      <TextInput
        className={classes.search}
        aria-label={T.label}
        placeholder={T.placeholder}
        leftSection={<IconSearch size={14} />}
        rightSection={
          query.text !== '' && <CloseButton size={24} aria-label={T.clear} onClick={() => onChange({ text: '' })} />
        }
        value={query.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        onKeyDown={({ key }) => key === 'Escape' && onChange({ text: '' })}
      />
      {tags.length > 0 && (
        <Select
          className={classes.filter}
          aria-label={T.tag}
          placeholder={T.anyTag}
          data={tags}
          value={query.tag}
          searchable
          clearable
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <Select
        className={classes.filter}
        aria-label={texts.runs.list.screen.workflow}
        placeholder={texts.runs.list.screen.allWorkflows}
        data={workflows}
        value={query.workflowId}
        searchable
        clearable
        onChange={(workflowId) => onChange({ workflowId })}
      />
      <Select
        className={classes.filter}
        aria-label={texts.runs.list.screen.status}
        placeholder={texts.runs.list.screen.anyStatus}
        data={STATUS_CHOICES}
        value={query.status}
        clearable
        onChange={(status) => onChange({ status: status as RunListQuery['status'] })}
      />
    </section>
  )
}
