/** The tasks of a data set, with their progress; a title leads to the images of its task. */
import { Progress } from '@mantine/core'
import { openModal } from '@mantine/modals'
import { IconArrowBackUp, IconCheck, IconChecklist, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { Task } from '../../../../shared/api/tasks.ts'
import { formatDuration, formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { Empty } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { EVERY_IMAGE, formatQuery } from '../query/image-query.ts'
import { editTask } from './edit-task.tsx'
import classes from './tasks.module.css'

const words = texts.data.tasks
/** Tasks of one page of the list. */
const MOST_LISTED = 100

export function TasksPage({ dataset }: { dataset: Dataset }) {
  const host = useHost()
  const { value, error, reload } = useResource(
    useCallback(
      () => host.api('tasks.list', { query: { dataset_id: dataset.id, limit: MOST_LISTED } }),
      [host, dataset.id],
    ),
  )
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={reload} />
  if (value.data.length === 0) {
    return (
      <Empty icon={<IconChecklist size={28} />} title={words.none}>
        {words.noneHint}
      </Empty>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and the keyboard must reach it
    <section className={classes.page} tabIndex={0} aria-label={words.title}>
      <div className={table.scroll}>
        <table className={table.table} aria-label={words.title}>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.kind}</th>
              <th scope="col">{words.status}</th>
              <th scope="col">{words.progress}</th>
              <th scope="col" className={table.number}>
                {words.assignees}
              </th>
              <th scope="col">{words.created}</th>
              <th scope="col" className={table.actions}>
                {words.actions}
              </th>
            </tr>
          </thead>
          <tbody>
            {value.data.map((task) => (
              <Row key={task.id} task={task} reload={reload} />
            ))}
          </tbody>
        </table>
      </div>
      {value.pagination.has_more && <p className={classes.note}>{words.firstOnly(MOST_LISTED)}</p>}
    </section>
  )
}

/** The dialog with the work of each person on a task. */
function showWork(host: Host, { id, title }: Task): void {
  openModal({ title: words.work(title), size: 'lg', children: <Work host={host} taskId={id} /> })
}

function Work({ host, taskId }: { host: Host; taskId: string }) {
  const { value, error, reload } = useResource(
    useCallback(() => host.api('tasks.contributions', { params: { task_id: taskId } }), [host, taskId]),
  )
  if (value === undefined) return <NotLoaded title={words.workFailed} error={error} reload={reload} />
  if (value.contributors.length === 0) return <p>{words.noWork}</p>
  return (
    <div className={table.scroll}>
      <table className={table.table} aria-label={words.assignees}>
        <thead>
          <tr>
            <th scope="col">{words.person}</th>
            {[words.images, words.completed, words.annotations, words.time].map((name) => (
              <th key={name} scope="col" className={table.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.contributors.map((one) => (
            <tr key={one.user_id}>
              <th scope="row">{one.full_name ?? words.unknownPerson}</th>
              <td className={table.number}>{formatCount(one.images_worked)}</td>
              <td className={table.number}>{formatCount(one.images_completed)}</td>
              <td className={table.number}>{formatCount(one.annotations_added)}</td>
              <td className={table.number}>{formatDuration(one.active_seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ task, reload }: { task: Task; reload(): Promise<void> }) {
  const { id, title, dataset_id: datasetId, kind, status, image_count, images_complete, created_at } = task
  const host = useHost()
  const cannotChange = useRoleRefusal('member')
  const cannotDelete = useRoleRefusal('admin')
  const isCompleted = status === 'completed'
  const setStatus = async (next: Task['status']) => {
    try {
      await host.api('tasks.update', { params: { task_id: id }, body: { status: next } })
    } catch (error) {
      toastError(words.notChanged, error)
    }
    await reload()
  }
  const remove = () =>
    confirm({
      title: words.removeTitle(title),
      action: words.removeAction,
      children: <p>{words.removeLost}</p>,
      onConfirm: async () => {
        await host.api('tasks.delete', { params: { task_id: id } })
        await reload()
      },
    })
  const done = words.done(images_complete, image_count)
  return (
    <tr>
      <th scope="row" title={title}>
        <a
          className={classes.name}
          href={hrefOf({ screen: 'dataset', datasetId, query: formatQuery({ ...EVERY_IMAGE, task: id }) })}
        >
          {title}
        </a>
      </th>
      <td>{words.kinds[kind]}</td>
      <td>{words.statuses[status]}</td>
      <td>
        {done}
        <Progress w={120} aria-label={done} value={(100 * images_complete) / Math.max(1, image_count)} />
      </td>
      <td className={table.number}>{formatCount(task.assignee_count)}</td>
      <td title={formatFullDate(created_at)}>{formatWhen(created_at)}</td>
      <td className={table.actions}>
        <div>
          <RowAction label={words.showWork(title)} onClick={() => showWork(host, task)}>
            <IconUsers size={16} stroke={1.6} />
          </RowAction>
          <RowAction label={words.edit(title)} refused={cannotChange} onClick={() => editTask(host, task, reload)}>
            <IconPencil size={16} stroke={1.6} />
          </RowAction>
          <RowAction
            label={isCompleted ? words.reopen(title) : words.complete(title)}
            refused={cannotChange}
            onClick={() => void setStatus(isCompleted ? 'in_progress' : 'completed')}
          >
            {isCompleted ? <IconArrowBackUp size={16} stroke={1.6} /> : <IconCheck size={16} stroke={1.6} />}
          </RowAction>
          <RowAction label={words.remove(title)} refused={cannotDelete} onClick={remove}>
            <IconTrash size={16} stroke={1.6} />
          </RowAction>
        </div>
      </td>
    </tr>
  )
}
