import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ActivityScreen } from '../../../../src/renderer/screens/activity/activity-screen.tsx'
import type { Notification } from '../../../../src/shared/api/notifications.ts'
import { renderAsViewer } from '../../as-viewer.tsx'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'

const aNotification = (part: Partial<Notification> = {}): Notification => ({
  id: 'n-1',
  organization_id: 'org',
  user_id: null,
  type: 'workflow_run_completed',
  title: 'Run completed',
  message: 'A run of “Street” has completed.',
  metadata: { run_id: 'run-1' },
  read: false,
  created_at: '2026-03-04T10:00:00Z',
  ...part,
})

function hostWith(start: Notification[]) {
  let all = start
  const host = hostWithAnswers({
    'notifications.list': ({ query: { unread_only = false, limit = 50, offset = 0 } = {} }) => ({
      notifications: all.filter(({ read }) => !unread_only || !read).slice(offset, offset + limit),
      unread_count: all.filter(({ read }) => !read).length,
      limit,
      offset,
    }),
    'notifications.read': ({ params }) => {
      all = all.map((n) => (n.id === params.notification_id ? { ...n, read: true } : n))
      return undefined
    },
    'notifications.readAll': () => {
      const unread = all.filter(({ read }) => !read).length
      all = all.map((n) => ({ ...n, read: true }))
      return unread
    },
    'notifications.delete': ({ params }) => {
      all = all.filter(({ id }) => id !== params.notification_id)
      return undefined
    },
  })
  return { host, kept: () => all }
}

function show(start: Notification[]) {
  const made = hostWith(start)
  renderWith(made.host, <ActivityScreen />)
  return made
}

const list = async () => screen.findByRole('list', { name: 'Notifications' })
const rows = async () => within(await list()).findAllByRole('listitem')

test('a notification leads to its run, and is read once it has been opened', async () => {
  const { kept } = show([aNotification()])
  const link = await screen.findByRole('link', { name: 'Run completed' })
  expect(link.getAttribute('href')).toBe('#/runs/run-1')
  expect(within(await list()).getByText('Unread')).toBeTruthy()
  await userEvent.click(link)
  await waitFor(() => expect(kept()[0]?.read).toBe(true))
  expect(within(await list()).queryByText('Unread')).toBeNull()
})

test('a notification of an evaluation leads to its figures', async () => {
  const metadata = { evaluation_id: 'evaluation-1', model_id: 'model-1' }
  show([aNotification({ type: 'model_evaluation_completed', title: 'Model evaluated', metadata })])
  const link = await screen.findByRole('link', { name: 'Model evaluated' })
  expect(link.getAttribute('href')).toBe('#/evaluations/evaluation-1')
})

test.each([
  ['comment_mention', 'Mentioned', { image_id: 'image-1', dataset_id: 'set-1' }, '#/data/set-1/image/image-1'],
  ['task_assigned', 'Task assigned', { task_id: 'task-1', dataset_id: 'set-1' }, '#/data/set-1?task=task-1'],
  ['export_ready', 'Export ready', { export_id: 'export-1', dataset_id: 'set-1' }, '#/data/set-1'],
] as const)('a notification of the type %s leads to its subject', async (type, title, metadata, href) => {
  show([aNotification({ type, title, metadata })])
  expect((await screen.findByRole('link', { name: title })).getAttribute('href')).toBe(href)
})

test('a notification of an extraction is marked by its title', async () => {
  const metadata = { job_id: 'job-1', directory_path: '/clip' }
  const { kept } = show([aNotification({ type: 'video_extraction_complete', title: 'Frames extracted', metadata })])
  await userEvent.click(await screen.findByRole('button', { name: 'Frames extracted' }))
  await waitFor(() => expect(kept()[0]?.read).toBe(true))
})

test('a notification is unread again when it could not be marked', async () => {
  const { host } = show([aNotification()])
  await list()
  host.failNext('notifications.read', 'The server is busy.')
  await userEvent.click(screen.getByRole('button', { name: /^Mark as read: Run completed/ }))
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  expect(await within(await list()).findByText('Unread')).toBeTruthy()
})

test('all notifications are marked at once, and then only the filter for unread ones is empty', async () => {
  const { kept } = show([aNotification(), aNotification({ id: 'n-2' })])
  await list()
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(kept().every(({ read }) => read)).toBe(true))
  expect(await rows()).toHaveLength(2)
  await userEvent.click(screen.getByRole('radio', { name: 'Unread only' }))
  expect(await screen.findByText('Everything is read')).toBeTruthy()
})

test('a deletion can be undone, and is carried out when its message is closed', async () => {
  const { kept } = show([aNotification({ id: 'n-deleted' })])
  await userEvent.click(await screen.findByRole('button', { name: /^Delete: Run completed/ }))
  expect(await screen.findByText('No notifications yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await rows()).toHaveLength(1)
  expect(kept()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: /^Delete: Run completed/ }))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(kept()).toEqual([]))
})

test('older notifications are listed on request', async () => {
  show(Array.from({ length: 120 }, (_, i) => aNotification({ id: `n-${i}` })))
  expect(await rows()).toHaveLength(50)
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(async () => expect(await rows()).toHaveLength(100))
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(async () => expect(await rows()).toHaveLength(120))
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
}, 30_000)

test('a failed read has its reason and can be repeated', async () => {
  const { host } = hostWith([aNotification()])
  host.failNext('notifications.list', 'The server does not respond.')
  renderWith(host, <ActivityScreen />)
  expect(await screen.findByText('The server does not respond.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})

test('a viewer reads notifications, and the buttons explain why they are not theirs to press', async () => {
  const { host, kept } = hostWith([aNotification()])
  renderAsViewer(host, <ActivityScreen />)
  const reason = /^The key has the role viewer/
  expect(await screen.findByText(reason)).toBeTruthy()
  for (const name of ['Mark all as read', /^Mark as read:/, /^Delete:/]) {
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-description')).toMatch(reason)
    await userEvent.click(button)
  }
  await userEvent.click(screen.getByRole('link', { name: 'Run completed' }))
  expect(kept()).toEqual([aNotification()])
})
