/** The title and the people of a task. */
import { MultiSelect, TextInput } from '@mantine/core'
import { useCallback } from 'react'
import type { TaskDetail } from '../../../../shared/api/tasks.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.tasks

interface TitleFieldProps {
  title: string
  error: string | null
  onChange(title: string): void
}

export function TitleField({ title, error, onChange }: TitleFieldProps) {
  return (
    <TextInput
      label={words.name}
      size="sm"
      maxLength={200}
      value={title}
      data-autofocus
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface PeopleFieldProps {
  /** The dialogs of tasks are outside its context. */
  host: Host
  /** Ids of the chosen members. */
  people: string[]
  /** People of the task, who need not be members any more. */
  assignees?: TaskDetail['assignees']
  onChange(people: string[]): void
}

/** Nothing where the platform has no members. */
export function PeopleField({ host, people, assignees = [], onChange }: PeopleFieldProps) {
  const members = useResource(useCallback(() => host.api('organizations.members', {}), [host]))
  const known = (members.value ?? []).map(({ user_id, full_name, email }) => ({
    value: user_id,
    label: full_name ?? email ?? user_id,
  }))
  const former = assignees.filter(({ user_id }) => !known.some(({ value }) => value === user_id))
  const all = [...known, ...former.map((one) => ({ value: one.user_id, label: one.full_name ?? words.unknownPerson }))]
  if (all.length === 0) return null
  return (
    <MultiSelect
      label={words.assignees}
      description={words.assigneesHint}
      data={all}
      value={people}
      searchable
      onChange={onChange}
    />
  )
}
