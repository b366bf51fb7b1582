/** The notifications of the organization, newest first. */
import { Button, SegmentedControl, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconBell,
  IconCheck,
  IconCircleCheckFilled,
  IconMessageCircle,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { Notification, NotificationType } from '../../../../shared/api/notifications.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf, type Route } from '../../../base/navigation/route.ts'
import { Empty } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { NotLoaded } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { unreadStoreOf } from '../../../parts/studio/notifications/unread-store.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import activity from '../activity.module.css'
import classes from './notifications.module.css'
import { titleOf, useNotifications } from './use-notifications.ts'

const words = texts.activity
const FILTERS = [
  { value: 'all', label: words.all },
  { value: 'unread', label: words.unreadOnly },
]
const PAGE = 50

export function NotificationsPage() {
  const [filter, setFilter] = useState('all')
  const [shown, setShown] = useState(PAGE)
  const found = useNotifications({ unreadOnly: filter === 'unread', shown })
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl aria-label={words.filter} data={FILTERS} value={filter} onChange={setFilter} />
        <MarkAll readOnly={found.readOnly} onMark={found.markAllRead} />
      </div>
      {found.readOnly !== null && <p className={activity.prose}>{found.readOnly}</p>}
      <List found={found} isFiltered={filter === 'unread'} />
      {found.hasOlder && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {words.older}
        </Button>
      )}
    </>
  )
}

function MarkAll({ readOnly, onMark }: { readOnly: string | null; onMark: () => void }) {
  const unread = useStore(unreadStoreOf(useHost()).state, ({ count }) => count ?? 0)
  const refused = readOnly ?? (unread === 0 ? words.nothingUnread : null)
  return (
    <Tooltip label={refused} disabled={refused === null} multiline maw={300} position="bottom-end">
      <Button
        variant="default"
        aria-disabled={refused !== null || undefined}
        aria-description={refused ?? undefined}
        data-disabled={refused !== null || undefined}
        onClick={() => refused === null && onMark()}
      >
        {words.markAllRead}
      </Button>
    </Tooltip>
  )
}

interface ListProps {
  found: ReturnType<typeof useNotifications>
  isFiltered: boolean
}

function List({ found, isFiltered }: ListProps) {
  const { notifications, error, reload, readOnly, markRead, remove } = found
  if (notifications === undefined) return <NotLoaded title={words.failed} error={error} reload={reload} />
  return (
    <>
      {error !== null && (
        <p className={table.bad} role="alert">
          {words.stale(error)}
        </p>
      )}
      {notifications.length === 0 ? (
        <Empty
          icon={<IconBell size={20} stroke={1.6} />}
          title={isFiltered ? words.allRead : words.none}
          action={!isFiltered && <GuideLink page="activity" section="notifications" />}
        >
          {isFiltered ? words.allReadHint : words.noneHint}
        </Empty>
      ) : (
        <ul className={classes.list} aria-label={words.pages.notifications}>
          {notifications.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              readOnly={readOnly}
              onRead={() => markRead(notification)}
              onDelete={() => remove(notification)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const GOOD = <IconCircleCheckFilled size={16} data-outcome="good" aria-hidden />
const BAD = <IconAlertTriangleFilled size={16} data-outcome="bad" aria-hidden />
const ICONS: Record<NotificationType, ReactNode> = {
  workflow_run_completed: GOOD,
  workflow_run_failed: BAD,
  video_extraction_complete: GOOD,
  video_extraction_failed: BAD,
  export_ready: GOOD,
  export_failed: BAD,
  model_evaluation_completed: GOOD,
  model_evaluation_failed: BAD,
  deployment_failed: BAD,
  deployment_paused: BAD,
  annotation_batch_completed: GOOD,
  annotation_batch_failed: BAD,
  storage_import_completed: GOOD,
  storage_import_failed: BAD,
  comment_mention: <IconMessageCircle size={16} stroke={1.6} aria-hidden />,
  task_assigned: <IconBell size={16} stroke={1.6} aria-hidden />,
}
const known: Readonly<Record<string, ReactNode>> = ICONS

interface NotificationRowProps {
  notification: Notification
  /** The reason why it can't be marked or deleted; null when it can. */
  readOnly: string | null
  onRead: () => void
  onDelete: () => void
}

/** A notification of the list: its title leads to its subject, and marks it as read. */
function NotificationRow({ notification, readOnly, onRead, onDelete }: NotificationRowProps) {
  const { type, message, text, read, created_at } = notification
  const route = routeOf(notification)
  const title = titleOf(notification)
  const when = formatWhen(created_at)
  return (
    <li className={classes.row} data-unread={!read || undefined}>
      <span className={classes.icon}>{known[type] ?? <IconBell size={16} stroke={1.6} aria-hidden />}</span>
      <div className={classes.text}>
        <span className={classes.title}>
          {route ? (
            <a href={hrefOf(route)} onClick={onRead}>
              {title}
            </a>
          ) : read || readOnly !== null ? (
            title
          ) : (
            <UnstyledButton onClick={onRead}>{title}</UnstyledButton>
          )}
          {!read && <span className={classes.mark}>{words.unreadMark}</span>}
        </span>
        {message !== null && <p>{messageText({ message, text })}</p>}
      </div>
      <time dateTime={created_at} title={formatFullDate(created_at)}>
        {when}
      </time>
      <div className={classes.actions}>
        {!read && (
          <RowAction label={words.markRead(title, when)} refused={readOnly} onClick={onRead}>
            <IconCheck size={16} stroke={1.6} />
          </RowAction>
        )}
        <RowAction label={words.delete(title, when)} refused={readOnly} onClick={onDelete}>
          <IconTrash size={16} stroke={1.6} />
        </RowAction>
      </div>
    </li>
  )
}

/**
 * The screen that shows the subject of a notification.
 * Null when the Studio has no screen for it, or its type belongs to a newer server.
 */
function routeOf({ metadata }: Pick<Notification, 'metadata'>): Route | null {
  const { run_id: runId, evaluation_id: evaluationId, deployment_id: deploymentId } = metadata ?? {}
  if (typeof runId === 'string') return { screen: 'run', runId }
  if (typeof evaluationId === 'string') return { screen: 'evaluation', evaluationId }
  if (typeof deploymentId === 'string') return { screen: 'deployment', deploymentId }
  const { dataset_id: datasetId, task_id: taskId, image_id: imageId } = metadata ?? {}
  if (typeof datasetId !== 'string') return null
  if (typeof imageId === 'string') return { screen: 'image', datasetId, imageId }
  if (typeof taskId !== 'string') return { screen: 'dataset', datasetId }
  return { screen: 'dataset', datasetId, query: new URLSearchParams({ task: taskId }).toString() }
}
