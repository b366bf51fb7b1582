import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { LabelsBar } from '../../../../../src/renderer/parts/run/labels/labels-bar.tsx'
import { labelsStoreOf } from '../../../../../src/renderer/parts/run/labels/labels-store.ts'
import { NameEditor } from '../../../../../src/renderer/parts/run/labels/name-editor.tsx'
import { useFreshLabels } from '../../../../../src/renderer/parts/run/labels/use-labels.ts'
import { RunsScreen } from '../../../../../src/renderer/screens/runs/list/runs-screen.tsx'
import { aRun } from '../../../examples.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { type KeptLabels, someLabels } from '../../../fake-labels.ts'
import { renderWith } from '../../../render.tsx'

const user = userEvent.setup()

beforeEach(() => {
  window.location.hash = ''
  window.sessionStorage.clear()
  window.localStorage.clear()
})

describe('the run list', () => {
  const host = () =>
    createFakeHost({
      runs: [
        aRun({ id: '3', workflow_name: 'Gate' }),
        aRun({ id: '2', workflow_name: 'Crossing' }),
        aRun({ id: '1', workflow_name: 'Yard' }),
      ],
      labels: [
        someLabels('2', { name: 'Night shift', tags: ['rain', 'fog'], note: 'Lens was wet' }),
        someLabels('1', { tags: ['rain'] }),
      ],
    })
  const rows = () => screen.getAllByRole('row').slice(1)
  const field = () => screen.getByRole('textbox', { name: 'Search runs' })

  test('shows the name, the tags and an icon for the note', async () => {
    renderWith(host(), <RunsScreen />)
    const name = await screen.findByRole('link', { name: 'Night shift' })
    expect(name.getAttribute('href')).toBe('#/runs/2')
    const row = within(rows()[1] as HTMLElement)
    expect(row.getByText('Crossing')).toBeTruthy()
    expect(row.getByRole('button', { name: 'Show runs tagged fog' })).toBeTruthy()
    expect(row.getByRole('link', { name: 'Note: Lens was wet' })).toBeTruthy()
    expect(row.getByRole('button', { name: 'More actions for this run of Night shift' })).toBeTruthy()
    expect(within(rows()[0] as HTMLElement).queryByRole('link', { name: /^Note/ })).toBeNull()
  })

  test('can be searched, shows the number of runs found, and keeps the search', async () => {
    const { unmount } = renderWith(host(), <RunsScreen />)
    await screen.findByRole('link', { name: 'Night shift' })
    await user.type(field(), 'RAIN cross')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(screen.getByText('1 of 3 runs found')).toBeTruthy()
    unmount()
    renderWith(host(), <RunsScreen />)
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect((field() as HTMLInputElement).value).toBe('RAIN cross')
    await user.type(field(), ' nowhere')
    expect(await screen.findByText('No matching runs')).toBeTruthy()
    await user.click(screen.getByText('Clear search'))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })

  test('is filtered by a click on a tag, which does not open the run', async () => {
    renderWith(host(), <RunsScreen />)
    await user.click((await screen.findAllByRole('button', { name: 'Show runs tagged rain' }))[0] as HTMLElement)
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(window.location.hash).toBe('')
    expect((screen.getByRole('combobox', { name: 'Tag' }) as HTMLInputElement).value).toBe('rain')
  })

  test('finds runs that are not on the first page', async () => {
    const id = (n: number) => `run-${String(n).padStart(4, '0')}`
    const runs = Array.from({ length: 450 }, (_, i) => aRun({ id: id(449 - i), workflow_name: 'Gate' }))
    const fake = createFakeHost({ runs, labels: [someLabels(id(3), { name: 'Long ago' })] })
    window.sessionStorage.setItem(
      'sightline.runs.query',
      JSON.stringify({ text: 'long', tag: null, status: null, workflowId: null }),
    )
    renderWith(fake, <RunsScreen />)
    expect(await screen.findByRole('link', { name: 'Long ago' })).toBeTruthy()
    expect(await screen.findByText('1 of 450 runs found')).toBeTruthy()
  })
})

describe('the title of a run', () => {
  const named = (...labels: KeptLabels) => {
    const fake = createFakeHost({ labels })
    renderWith(fake, <NameEditor runId="1">Gate</NameEditor>)
    return fake
  }

  test('is the workflow name until the run has a name; Enter saves', async () => {
    const fake = named()
    expect(screen.getByText('Gate')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Name this run' }))
    await user.type(screen.getByRole('textbox', { name: 'Name of the run' }), '  Night shift {Enter}')
    const button = await screen.findByRole('button', { name: 'Night shift' })
    expect(document.activeElement).toBe(button)
    await waitFor(() => expect(fake.state.labels.map((l) => l.value.name)).toEqual(['Night shift']))
  })

  test('is unchanged after Escape, and is the workflow name again when the name is removed', async () => {
    const fake = named(someLabels('1', { name: 'Night' }))
    await user.click(await screen.findByRole('button', { name: 'Night' }))
    await user.type(screen.getByRole('textbox'), 'Other{Escape}')
    expect(fake.state.labels[0]?.value.name).toBe('Night')
    await user.click(await screen.findByRole('button', { name: 'Night' }))
    await user.clear(screen.getByRole('textbox'))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Gate')).toBeTruthy()
    await waitFor(() => expect(fake.state.labels).toEqual([]))
  })

  test('can be replaced by the one that another window gave in the meantime', async () => {
    const fake = named(someLabels('1', { name: 'Night' }))
    await user.click(await screen.findByRole('button', { name: 'Night' }))
    fake.state.labels = [{ ...someLabels('1', { name: 'Theirs' }), revision: '1'.repeat(16) }]
    await user.clear(screen.getByRole('textbox'))
    await user.keyboard('Mine{Enter}')
    expect(await screen.findByText('This run was renamed in another window')).toBeTruthy()
    await waitFor(() => expect(fake.state.labels[0]?.value.name).toBe('Mine'))
    expect(screen.getByText('Theirs')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Use theirs' }))
    expect(await screen.findByRole('button', { name: 'Theirs' })).toBeTruthy()
    await waitFor(() => expect(fake.state.labels[0]?.value.name).toBe('Theirs'))
  })
})

describe('tags and note of a run', () => {
  test('tags are added and removed by keyboard, with known tags as suggestions', async () => {
    const fake = createFakeHost({ labels: [someLabels('2', { tags: ['Rain', 'fog'] })] })
    renderWith(fake, <LabelsBar runId="1" />)
    const tags = await screen.findByRole('combobox', { name: 'Tags' })
    await user.click(tags)
    expect(await screen.findByRole('option', { name: 'fog' })).toBeTruthy()
    await user.type(tags, 'rain,snow{Enter}')
    await waitFor(() =>
      expect(fake.state.labels.find((l) => l.value.run_id === '1')?.value.tags).toEqual(['Rain', 'snow']),
    )
    await user.type(tags, '{Backspace}')
    await waitFor(() => expect(fake.state.labels.find((l) => l.value.run_id === '1')?.value.tags).toEqual(['Rain']))
  })

  test('a note field is hidden while there is no note, and saved on blur', async () => {
    const fake = createFakeHost()
    renderWith(fake, <LabelsBar runId="1" />)
    await user.click(await screen.findByRole('button', { name: 'Add a note' }))
    const note = screen.getByRole('textbox', { name: 'Note' })
    expect(document.activeElement).toBe(note)
    await user.type(note, 'Lens was{Enter}wet')
    await user.tab()
    await waitFor(() => expect(fake.state.labels[0]?.value.note).toBe('Lens was\nwet'))
    await act(() => labelsStoreOf(fake).change('1', { note: 'From elsewhere' }))
    expect((note as HTMLTextAreaElement).value).toBe('From elsewhere')
    await user.clear(note)
    await user.tab()
    expect(await screen.findByRole('button', { name: 'Add a note' })).toBeTruthy()
    await waitFor(() => expect(fake.state.labels).toEqual([]))
  })
})

function FreshName() {
  useFreshLabels()
  return <NameEditor runId="1">Gate</NameEditor>
}

test('labels are read again when the window gets the focus', async () => {
  const fake = createFakeHost()
  renderWith(fake, <FreshName />)
  await screen.findByText('Gate')
  fake.state.labels = [someLabels('1', { name: 'From another window' })]
  window.dispatchEvent(new Event('focus'))
  expect(await screen.findByRole('button', { name: 'From another window' })).toBeTruthy()
})
