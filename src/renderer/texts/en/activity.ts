import { formatCount, plural } from '../plural.ts'

/** The activity: notifications, and the pages beside them. */
export const activity = {
  title: 'Activity',
  pages: { label: 'Pages of the activity', notifications: 'Notifications', jobs: 'Jobs', webhooks: 'Webhooks' },
  unread: (n: number) => plural(n, 'unread notification'),
  many: (n: number) => `${formatCount(n)}+`,
  filter: 'Show',
  all: 'All',
  unreadOnly: 'Unread only',
  unreadMark: 'Unread',
  markRead: (title: string, when: string) => `Mark as read: ${title}, ${when}`,
  markAllRead: 'Mark all as read',
  nothingUnread: 'There are no unread notifications.',
  delete: (title: string, when: string) => `Delete: ${title}, ${when}`,
  notChanged: 'The notification could not be changed',
  older: 'Show older',
  failed: 'The notifications could not be loaded',
  stale: (reason: string) => `The list could not be updated: ${reason}`,
  none: 'No notifications yet',
  noneHint: 'Runs, evaluations and extractions of frames are listed here when they have completed or failed.',
  allRead: 'Everything is read',
  allReadHint: 'New notifications appear here. Choose “All” to list those that were read.',
}
