import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRoute } from '../../../../src/renderer/base/navigation/route.ts'
import { DatasetScreen } from '../../../../src/renderer/screens/data/dataset/dataset-screen.tsx'
import type { OrganizationMember } from '../../../../src/shared/api/organizations.ts'
import type { Task } from '../../../../src/shared/api/tasks.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'
import { stubSize } from './fake-data.ts'
import { aDataset, aSummary, idsOf } from './images.ts'

beforeEach(() => stubSize(800, 700))
afterEach(() => vi.restoreAllMocks())

const aTask = (part: Partial<Task> = {}): Task => ({
  id: 'task-1',
  dataset_id: 'set-1',
  dataset: 'Street',
  title: 'Label the crossing',
  kind: 'annotation',
  status: 'in_progress',
  created_at: '2026-01-01T00:00:00.000Z',
  image_count: 10,
  images_complete: 4,
  assignee_count: 1,
  ...part,
})

const aMember = (user_id: string, full_name: string): OrganizationMember => ({
  id: `member-${user_id}`,
  user_id,
  full_name,
  email: null,
  role: 'member',
  joined_at: '2026-01-01T00:00:00.000Z',
})

function Screens() {
  const route = useRoute()
  if (route.screen !== 'dataset') return null
  return <DatasetScreen datasetId={route.datasetId} page={route.page} query={route.query ?? ''} />
}

function open(hash: string) {
  const ids = idsOf(3)
  let tasks = [aTask()]
  const host = hostWithAnswers({
    'datasets.get': () => aDataset({ image_count: 3 }),
    'folders.list': () => [],
    'imageLists.ids': () => ({ data: ids, total: 3, has_more: false }),
    'imageLists.summaries': () => ({ data: ids.map((id) => aSummary(id)), classes: [], missing: [] }),
    'organizations.members': () => [aMember('u', 'Ada Lovelace'), aMember('v', 'Grace Hopper')],
    'tasks.get': () => ({
      ...(tasks[0] as Task),
      created_by: null,
      updated_at: null,
      assignees: [{ user_id: 'u', full_name: 'Ada Lovelace' }],
    }),
    'tasks.list': () => ({ data: tasks, pagination: { limit: 100, offset: 0, total: tasks.length, has_more: false } }),
    'tasks.update': ({ body }) => {
      const { status, title } = body
      tasks = tasks.map((task) => ({ ...task, ...(status && { status }), ...(title && { title }) }))
      return { ...(tasks[0] as Task), created_by: null, updated_at: null, assignees: [] }
    },
    'tasks.create': ({ body }) => {
      const made = aTask({ id: 'task-2', title: body.title, status: 'open', image_count: 3, images_complete: 0 })
      tasks = [made, ...tasks]
      return { ...made, created_by: null, updated_at: null, assignees: [] }
    },
    'tasks.contributions': () => ({
      task_id: 'task-1',
      contributor_count: 1,
      total_images: 10,
      images_complete: 4,
      total_active_seconds: 125,
      contributors: [
        {
          user_id: 'u',
          full_name: 'Ada Lovelace',
          images_worked: 5,
          active_seconds: 125,
          active_minutes: 2.1,
          images_completed: 4,
          annotations_added: 31,
        },
      ],
    }),
  })
  window.location.hash = hash
  renderWith(host, <Screens />)
  return host
}

test('a task is listed with its progress, and its title leads to its images', async () => {
  open('#/data/set-1/tasks')
  const link = await screen.findByRole('link', { name: 'Label the crossing' })
  expect(link.getAttribute('href')).toBe('#/data/set-1?task=task-1')
  expect(screen.getByText('4 of 10')).toBeTruthy()
  expect(screen.getByText('In progress')).toBeTruthy()
})

test('a task is completed and reopened by hand', async () => {
  open('#/data/set-1/tasks')
  await userEvent.click(await screen.findByRole('button', { name: 'Complete Label the crossing' }))
  expect(await screen.findByText('Completed')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reopen Label the crossing' }))
  expect(await screen.findByText('In progress')).toBeTruthy()
})

test('the work of each person is displayed', async () => {
  open('#/data/set-1/tasks')
  await userEvent.click(await screen.findByRole('button', { name: 'Show who worked on Label the crossing' }))
  const row = within(await screen.findByRole('row', { name: /Ada Lovelace/ }))
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['5', '4', '31', '2:05'])
})

test('a task of all images that match the filter is created from the grid', async () => {
  const host = open('#/data/set-1?status=new&sort=-name')
  await screen.findByText('3 images')
  await userEvent.click(screen.getByRole('button', { name: 'New task…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Task with 3 images' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Create task' }))
  expect(await dialog.findByText('Enter a title.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'New ones')
  await userEvent.click(dialog.getByRole('button', { name: 'Create task' }))
  await waitFor(() => expect(window.location.hash).toBe('#/data/set-1/tasks'))
  expect(await screen.findByRole('link', { name: 'New ones' })).toBeTruthy()
  const [created] = host.state.calls.filter(({ endpoint }) => endpoint === 'tasks.create')
  expect(created?.input).toMatchObject({
    body: { title: 'New ones', kind: 'annotation', filter: { status: ['new'], archived: false } },
  })
})

test('a list of the images of a task has a chip that shows all images again', async () => {
  const host = open('#/data/set-1?task=task-1')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the filter Images of a task' }))
  await waitFor(() => expect(window.location.hash).toBe('#/data/set-1'))
  const [first] = host.state.calls.filter(({ endpoint }) => endpoint === 'imageLists.ids')
  expect(first?.input).toMatchObject({ query: { task: 'task-1' } })
})

test('a task is renamed and assigned to other people', async () => {
  const host = open('#/data/set-1/tasks')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Label the crossing' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit “Label the crossing”' })
  const title = await within(dialog).findByRole('textbox', { name: 'Title' })
  await userEvent.clear(title)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByText('Enter a title.')).toBeTruthy()
  await userEvent.type(title, 'Label the square')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'People' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Grace Hopper' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'Label the square' })).toBeTruthy()
  const updates = host.state.calls.filter(({ endpoint }) => endpoint === 'tasks.update').map(({ input }) => input)
  expect(updates).toEqual([
    { params: { task_id: 'task-1' }, body: { title: 'Label the square', assignee_ids: ['u', 'v'] } },
  ])
})
