import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PreLabelEnd } from '../../../../src/renderer/screens/data/pre-label/pre-label.tsx'
import type { BatchJob } from '../../../../src/shared/api/auto-annotate.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'

const aBatch = (part: Partial<BatchJob>): BatchJob => ({
  job_id: 'batch-1',
  status: 'completed',
  progress: 100,
  total_images: 5,
  processed_images: 5,
  total_annotations_added: 9,
  failed_images: 0,
  error_message: null,
  estimated_credits: null,
  completed_at: '2026-01-01T00:00:00.000Z',
  ...part,
})

function show(part: Partial<BatchJob>) {
  const onReview = vi.fn()
  renderWith(
    hostWithAnswers({}),
    <PreLabelEnd of={aBatch(part)} onAgain={() => undefined} onClose={() => undefined} onReview={onReview} />,
  )
  return onReview
}

test('a batch that was cancelled says so, and leads to the annotations that it made', async () => {
  const onReview = show({ status: 'cancelled', processed_images: 2, total_annotations_added: 4 })
  expect(screen.getByRole('status').textContent).toMatch(/^Cancelled\. 4 annotations added to 2 images/)
  await userEvent.click(screen.getByRole('button', { name: 'Review proposals' }))
  expect(onReview).toHaveBeenCalledOnce()
})

test('images that failed are counted beside those that were annotated', () => {
  show({ processed_images: 3, failed_images: 2 })
  expect(screen.getByText(/^2 images /)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a batch that failed before its first image has its reason only', () => {
  show({ status: 'failed', processed_images: 0, total_annotations_added: 0, error_message: 'The disk is full.' })
  expect(screen.getByRole('alert').textContent).toBe('The disk is full.')
  expect(screen.getByRole('status').textContent).toBe('')
})
