import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { HostError } from '../../../../src/renderer/base/host/host-context.ts'
import { NearDuplicatesPage } from '../../../../src/renderer/screens/data/near-duplicates/near-duplicates-page.tsx'
import type { JobProgress } from '../../../../src/shared/api/jobs.ts'
import type { NearDuplicateScan } from '../../../../src/shared/api/near-duplicates.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'
import { aDataset, aSummary } from './images.ts'

const AT = '2026-01-01T00:00:00.000Z'
const aScan = (part: Partial<NearDuplicateScan> = {}): NearDuplicateScan => ({
  job_id: 'scan-1',
  dataset_id: 'set-1',
  status: 'completed',
  threshold: 0.97,
  scanned_images: 5,
  group_count: 2,
  duplicate_count: 3,
  error: null,
  created_at: AT,
  completed_at: AT,
  ...part,
})

function open(first: NearDuplicateScan | null) {
  const state = { scan: first, progress: { done: 2, total: 5 } as JobProgress, archived: new Set<string>() }
  const sizes: Record<string, number> = { a: 1, b: 3, c: 2, d: 0, e: 0 }
  const host = hostWithAnswers({
    'nearDuplicates.get': () => {
      if (!state.scan) throw new HostError({ code: 'not_found', message: 'There is no scan.', details: [] })
      return state.scan
    },
    'nearDuplicates.start': ({ body }) => {
      state.scan = aScan({ status: 'pending', completed_at: null, threshold: body.threshold ?? 0 })
      return state.scan
    },
    'jobs.get': () => ({
      id: 'scan-1',
      kind: 'near_duplicate_scan',
      subject: 'Street',
      state: 'running',
      attempts: 1,
      label: null,
      progress: state.progress,
      error: null,
      created_at: AT,
      started_at: AT,
      finished_at: null,
    }),
    'jobs.cancel': () => {
      state.scan = aScan({ status: 'cancelled', completed_at: null })
      return {
        id: 'scan-1',
        kind: 'near_duplicate_scan',
        subject: 'Street',
        state: 'cancelled',
        attempts: 1,
        label: null,
        progress: null,
        error: null,
        created_at: AT,
        started_at: AT,
        finished_at: AT,
      }
    },
    'nearDuplicates.groups': () => {
      const image = (id: string) => ({ id, filename: `${id}.jpg`, virtual_directory_path: '/', similarity: 0.98 })
      const data = [
        { group: 0, images: ['a', 'b', 'c'].map(image), image_count: 3 },
        { group: 1, images: ['d', 'e'].map(image), image_count: 2 },
      ]
      return { data, total: 2, has_more: false }
    },
    'imageLists.summaries': ({ body }) => ({
      data: body.image_ids.map((id) =>
        aSummary(id, { annotation_count: sizes[id] ?? 0, is_archived: state.archived.has(id) }),
      ),
      classes: [],
      missing: [],
    }),
    'imageBatches.update': ({ body }) => {
      for (const id of body.image_ids) {
        if (body.updates.is_archived) state.archived.add(id)
        else state.archived.delete(id)
      }
      const done = { success: true, processed: body.image_ids.length, failed: [], renamed: 0, operation: null }
      return { ...done, affected_directories: [] }
    },
  })
  renderWith(host, <NearDuplicatesPage dataset={aDataset({ image_count: 5 })} onChanged={async () => {}} />)
  return state
}

const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')

test('the image with the most annotations of each group is kept, and the others are archived, which is undone', async () => {
  const state = open(aScan())
  await screen.findByRole('listitem', { name: 'Group 1: 3 images' })
  expect(['a', 'b', 'c'].map((id) => pressed(`Keep ${id}.jpg`))).toEqual(['false', 'true', 'false'])
  await userEvent.click(screen.getByRole('button', { name: 'Archive 3 images of these groups' }))
  await screen.findByText('At most one image of each group is left.')
  expect([...state.archived].sort()).toEqual(['a', 'c', 'e'])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('listitem', { name: 'Group 2: 2 images' })
  expect(state.archived.size).toBe(0)
})

test('a person chooses which images of a group stay', async () => {
  const state = open(aScan())
  const group = await screen.findByRole('listitem', { name: 'Group 1: 3 images' })
  await userEvent.click(screen.getByRole('button', { name: 'Keep c.jpg' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep b.jpg' }))
  await userEvent.click(within(group).getByRole('button', { name: 'Archive 2 images' }))
  await waitFor(() => expect([...state.archived].sort()).toEqual(['a', 'b']))
})

test('a scan is started with its threshold, shows its progress, and can be stopped', async () => {
  const state = open(null)
  await screen.findByText('Find images that are nearly the same')
  const field = screen.getByRole('textbox', { name: 'Similar from' })
  await userEvent.clear(field)
  await userEvent.type(field, '90')
  await userEvent.click(screen.getByRole('button', { name: 'Find near-duplicates' }))
  await screen.findByText('2 of 5 images compared', {}, { timeout: 3000 })
  expect(state.scan?.threshold).toBe(0.9)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('The scan was stopped.', {}, { timeout: 3000 })
})
