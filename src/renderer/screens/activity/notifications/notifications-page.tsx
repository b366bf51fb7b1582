/** The notifications of the organization, newest first. */
import { Button, SegmentedControl, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { useHost } from '../../../base/host/host-context.ts'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import table from '../../../base/ui/record-table.module.css'
import { unreadStoreOf } from '../../../parts/studio/notifications/unread-store.ts'
import { texts } from '../../../texts/texts.ts'
import activity from '../activity.module.css'
import { NotificationRow } from './notification-row.tsx'
import classes from './notifications.module.css'
import { useNotifications } from './use-notifications.ts'

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
