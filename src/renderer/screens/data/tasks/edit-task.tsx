/** The dialog that renames a task and assigns it to other people; its images stay as they are. */
import { Button, Group, Stack } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useCallback, useState } from 'react'
import type { Task, TaskDetail } from '../../../../shared/api/tasks.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { PeopleField, TitleField } from './task-fields.tsx'

const words = texts.data.tasks

export function editTask(host: Host, { id: taskId, title }: Task, onChanged: () => Promise<void>): void {
  const id = openModal({
    title: words.editTitle(title),
    size: 'md',
    children: (
      <EditTask
        host={host}
        taskId={taskId}
        onDone={(isChanged) => {
          closeModal(id)
          if (isChanged) void onChanged()
        }}
      />
    ),
  })
}

interface EditTaskProps {
  host: Host
  taskId: string
  onDone(isChanged: boolean): void
}

/** The list has no ids of people: the task is read first. */
function EditTask({ host, taskId, onDone }: EditTaskProps) {
  const { value, error, reload } = useResource(
    useCallback(() => host.api('tasks.get', { params: { task_id: taskId } }), [host, taskId]),
  )
  if (value === undefined) return <NotLoaded title={words.taskFailed} error={error} reload={reload} />
  return <EditForm host={host} onDone={onDone} task={value} />
}

function EditForm({ host, task, onDone }: Pick<EditTaskProps, 'host' | 'onDone'> & { task: TaskDetail }) {
  const [title, setTitle] = useState(task.title)
  const [people, setPeople] = useState(task.assignees.map(({ user_id }) => user_id))
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isEmpty = title.trim() === ''

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isEmpty) return
    setBusy(true)
    try {
      const body = { title: title.trim(), assignee_ids: people }
      await host.api('tasks.update', { params: { task_id: task.id }, body })
      onDone(true)
    } catch (failure) {
      setProblem(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TitleField title={title} error={isEmpty ? words.enterName : null} onChange={setTitle} />
        <PeopleField host={host} people={people} assignees={task.assignees} onChange={setPeople} />
        {problem !== null && (
          <p role="alert" style={{ margin: 0, color: 'var(--sl-bad)' }}>
            {problem}
          </p>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => onDone(false)}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.editAction}
        </Button>
      </Group>
    </form>
  )
}
