import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { drawnPredictions, TryIt } from '../../../../src/renderer/screens/deployments/page/try-it.tsx'
import { MAX_TRIED_IMAGE_BYTES } from '../../../../src/renderer/screens/deployments/page/use-try.ts'
import type { PredictionReply } from '../../../../src/shared/api/predictions.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'
import { A_REPLY, aDeployment } from './deployments.ts'

const anImage = (name = 'street.png', bytes: BlobPart = 'image') => new File([bytes], name, { type: 'image/png' })

function show({ deployment = aDeployment(), reply = A_REPLY, refused = null as string | null } = {}) {
  const host = hostWithAnswers({ 'deployments.try': () => reply })
  renderWith(host, <TryIt deployment={deployment} classNames={['car', 'person']} refused={refused} />)
  return host
}

const region = () => screen.getByRole('region', { name: 'Try it' })
const drop = (file: File) => fireEvent.drop(region(), { dataTransfer: { files: [file], types: ['Files'] } })
const callsOf = (host: ReturnType<typeof show>) => host.state.calls.filter((c) => c.endpoint === 'deployments.try')

test('draws the predictions over a dropped image, with the reply and its time', async () => {
  const host = show()
  drop(anImage())
  expect(await screen.findAllByTestId('preview-kept')).toHaveLength(2)
  expect(screen.getByText('2 predictions')).toBeTruthy()
  expect(screen.getByText(/^12 ms in the model, \d+ ms in all$/)).toBeTruthy()
  expect(JSON.parse(screen.getByRole('region', { name: 'Reply as JSON' }).textContent ?? '')).toEqual(A_REPLY)
  expect(callsOf(host).map(({ input }) => input)).toEqual([
    { params: { deployment: 'dep-1' }, body: { image: { type: 'base64', value: btoa('image') } } },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Predict again' }))
  await waitFor(() => expect(callsOf(host)).toHaveLength(2))
})

test('takes an image that is pasted, except into an input', async () => {
  const host = show()
  const clipboardData = { files: [anImage()] }
  const input = document.createElement('input')
  document.body.append(input)
  fireEvent.paste(input, { clipboardData })
  expect(screen.queryByRole('button', { name: 'Predict again' })).toBeNull()
  fireEvent.paste(document.body, { clipboardData })
  expect(await screen.findAllByTestId('preview-kept')).toHaveLength(2)
  expect(callsOf(host)).toHaveLength(1)
  input.remove()
})

test('lists the classes of a classifier, which has no boxes', async () => {
  const predictions = [{ class_id: 0, class_name: 'car', confidence: 0.75 }]
  show({ reply: { ...A_REPLY, predictions } as PredictionReply })
  drop(anImage())
  const table = await screen.findByRole('table', { name: 'Classes of the image' })
  expect(within(table).getByRole('row', { name: 'car 0.75' })).toBeTruthy()
})

test('does not send a file that is no image, or is too large', async () => {
  const host = show()
  drop(new File(['text'], 'notes.txt', { type: 'text/plain' }))
  expect((await screen.findByRole('alert')).textContent).toContain('“notes.txt” is not an image.')
  drop(anImage('wide.png', new Uint8Array(MAX_TRIED_IMAGE_BYTES + 1)))
  expect((await screen.findByRole('alert')).textContent).toContain('“wide.png” is larger than')
  expect(callsOf(host)).toEqual([])
})

test('shows the reason of a failed call, and predicts again', async () => {
  const host = show()
  host.failNext('deployments.try', 'All containers are busy.')
  drop(anImage())
  expect((await screen.findByRole('alert')).textContent).toContain('All containers are busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Predict again' }))
  expect(await screen.findAllByTestId('preview-kept')).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('sends nothing to a paused deployment, and displays why', async () => {
  const paused = show({ deployment: aDeployment({ status: 'paused' }) })
  expect(screen.getByText(/Resume it to try it/)).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Choose image' }) as HTMLButtonElement).disabled).toBe(true)
  drop(anImage())
  expect(callsOf(paused)).toEqual([])
})

test('displays why a viewer can’t try it', () => {
  show({ refused: 'This needs the role Member.' })
  expect(screen.getByText('This needs the role Member.')).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Choose image' }) as HTMLButtonElement).disabled).toBe(true)
})

test('converts boxes, outlines and keypoints into the coordinates of the overlay', () => {
  const [car, person] = drawnPredictions(A_REPLY)
  expect(car?.box).toEqual([10, 20, 40, 60])
  expect(person?.rings).toEqual([[1, 2, 4, 2, 4, 6]])
  expect(person?.keypoints).toEqual([[2, 3, 0.8]])
})
