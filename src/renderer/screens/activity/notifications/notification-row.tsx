/** A notification of the list: its title leads to its subject, and marks it as read. */
import { UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconBell,
  IconCheck,
  IconCircleCheckFilled,
  IconMessageCircle,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Notification, NotificationType } from '../../../../shared/api/notifications.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { routeOf } from './notification-route.ts'
import classes from './notifications.module.css'
import { titleOf } from './use-notifications.ts'

const words = texts.activity

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

export function NotificationRow({ notification, readOnly, onRead, onDelete }: NotificationRowProps) {
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
