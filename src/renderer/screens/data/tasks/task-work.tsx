/** The dialog with the work of each person on a task. */
import { openModal } from '@mantine/modals'
import { useCallback } from 'react'
import type { Task } from '../../../../shared/api/tasks.ts'
import { formatDuration } from '../../../base/format/format.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import table from '../../../base/ui/record-table.module.css'
import { useResource } from '../../../base/ui/use-resource.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.tasks

export function showWork(host: Host, { id, title }: Task): void {
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
