/** Sharing of the Studio's records with the organization, and records that others share. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { LabelsBar } from '../../../../../src/renderer/parts/run/labels/labels-bar.tsx'
import { NameEditor } from '../../../../../src/renderer/parts/run/labels/name-editor.tsx'
import { BatchScreen } from '../../../../../src/renderer/screens/batch/batch-screen.tsx'
import { BatchesScreen } from '../../../../../src/renderer/screens/batch/list/batches-screen.tsx'
import { createDocumentStore } from '../../../../../src/renderer/screens/editor/document/document-store.ts'
import { createWorkflowVersions } from '../../../../../src/renderer/screens/editor/session/workflow-versions.ts'
import { VersionsPanel } from '../../../../../src/renderer/screens/versions/versions-panel.tsx'
import { renderAsViewer, renderOnServer } from '../../../as-viewer.tsx'
import { createFakeHost } from '../../../fake-host.ts'
import { someLabels } from '../../../fake-labels.ts'
import { SHARED_BY_ANA } from '../../../fake-records.ts'
import { renderWith } from '../../../render.tsx'
import { aBatch, anItem, runOf } from '../../../screens/batch/batches.ts'
import { doc } from '../../../screens/editor/documents.ts'
import { versionHost } from '../../../screens/versions/versions.ts'

const user = userEvent.setup()
const READ_ONLY = 'Shared by Ana Costa. To change this, you need the role Member; yours is Viewer.'

beforeEach(() => {
  window.location.hash = ''
})

const withBatch = () =>
  createFakeHost({ batches: [aBatch([anItem('a')])], runs: [runOf('a', { status: 'cancelled' })] })
const openMenu = async (name: string) => user.click(await screen.findByRole('button', { name }))
const itemNamed = (name: string) => screen.findByRole('menuitem', { name })

describe('a batch', () => {
  test('is shared from its menu, says so, and Undo makes it private again', async () => {
    const host = withBatch()
    renderOnServer(host, <BatchScreen batchId="batch-1" />, 'member')
    await openMenu('More')
    await user.click(await itemNamed('Share with the organization'))
    expect(await screen.findByText('Shared with the organization')).toBeTruthy()
    expect(host.state.owners['batch-1']?.visibility).toBe('organization')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(host.state.owners['batch-1']?.visibility).toBe('me'))
    await waitFor(() => expect(screen.queryByText('Shared with the organization')).toBeNull())
  })

  test('stays private when it can’t be shared, with the reason', async () => {
    const host = withBatch()
    renderOnServer(host, <BatchScreen batchId="batch-1" />, 'member')
    await openMenu('More')
    host.failNext('studioBatches.update', 'The database is full.')
    await user.click(await itemNamed('Share with the organization'))
    expect(await screen.findByText('The database is full.')).toBeTruthy()
    expect(screen.queryByText('Shared with the organization')).toBeNull()
  })

  test('of a viewer can’t be shared, with the reason in the menu', async () => {
    const host = withBatch()
    renderAsViewer(host, <BatchesScreen />)
    await openMenu('More actions for the batch of Crossing')
    const item = await itemNamed('Share with the organization')
    await waitFor(() => expect(item.textContent).toContain('This needs the role Member. Your role is Viewer.'))
    await user.click(item)
    expect(host.state.owners).toEqual({})
  })

  test('of somebody else names its owner, and a viewer neither deletes nor runs it', async () => {
    const host = withBatch()
    host.state.owners['batch-1'] = SHARED_BY_ANA
    renderAsViewer(host, <BatchScreen batchId="batch-1" />)
    expect(await screen.findByText('Shared by Ana Costa')).toBeTruthy()
    await openMenu('More')
    for (const name of ['Delete batch, keep its runs', 'Run cancelled files again (1)']) {
      const item = await itemNamed(name)
      await waitFor(() => expect(item.textContent).toContain(READ_ONLY))
      await user.click(item)
    }
    expect(screen.queryByRole('menuitem', { name: 'Make private' })).toBeNull()
    expect(host.state.batches).toHaveLength(1)
    expect(host.state.calls.map(({ endpoint }) => endpoint)).not.toContain('workflows.invoke')
  })

  test('of somebody else is deleted by a member', async () => {
    const host = withBatch()
    host.state.owners['batch-1'] = SHARED_BY_ANA
    renderOnServer(host, <BatchesScreen />, 'member')
    expect((await screen.findByRole('row', { name: /Crossing/ })).textContent).toContain('Shared by Ana Costa')
    await openMenu('More actions for the batch of Crossing')
    await user.click(await itemNamed('Delete batch, keep its runs'))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Crossing/ })).toBeNull())
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(host.state.batches).toEqual([]))
  })

  test('on the embedded platform is not offered to anybody', async () => {
    renderWith(withBatch(), <BatchScreen batchId="batch-1" />)
    await openMenu('More')
    await itemNamed('Delete batch, keep its runs')
    expect(screen.queryByRole('menuitem', { name: 'Share with the organization' })).toBeNull()
  })
})

describe('labels of a run', () => {
  const labelled = () => createFakeHost({ labels: [someLabels('1', { name: 'Night', tags: ['rain'], note: 'Wet' })] })
  const run = (
    <>
      <NameEditor runId="1">Crossing</NameEditor>
      <LabelsBar runId="1" />
    </>
  )

  test('are shared and made private with a button', async () => {
    const host = labelled()
    renderOnServer(host, run, 'member')
    await user.click(await screen.findByRole('button', { name: 'Share with the organization' }))
    await waitFor(() => expect(host.state.owners['1']?.visibility).toBe('organization'))
    await user.click(await screen.findByRole('button', { name: 'Make private' }))
    await waitFor(() => expect(host.state.owners['1']?.visibility).toBe('me'))
  })

  test('of somebody else are read-only for a viewer, with the reason', async () => {
    const host = labelled()
    host.state.owners['1'] = SHARED_BY_ANA
    renderAsViewer(host, run)
    expect(await screen.findByText(READ_ONLY)).toBeTruthy()
    expect(screen.getByText('Night').tagName).toBe('SPAN')
    expect(screen.queryByRole('button', { name: 'Rename this run' })).toBeNull()
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
    expect([note.value, note.readOnly]).toEqual(['Wet', true])
    expect(screen.getByText('rain')).toBeTruthy()
  })

  test('of somebody else are changed by a member, and are still theirs', async () => {
    const host = labelled()
    host.state.owners['1'] = SHARED_BY_ANA
    renderOnServer(host, run, 'member')
    const note = await screen.findByRole('textbox', { name: 'Note' })
    await user.type(note, ' lens')
    await user.tab()
    await waitFor(() => expect(host.state.labels[0]?.value.note).toBe('Wet lens'))
    expect(screen.getByText('Shared by Ana Costa')).toBeTruthy()
  })
})

describe('a version', () => {
  async function panel(show: typeof renderAsViewer) {
    const host = versionHost()
    const documents = createDocumentStore(doc(['source-1']))
    const versions = createWorkflowVersions({ workflowId: 'wf-1', host, documents })
    await versions.save('Good')
    const current = doc(['source-1'])
    const open = () => show(host, <VersionsPanel versions={versions} current={current} names={{}} onClose={() => {}} />)
    return { host, open }
  }

  test('is shared, and the list says so', async () => {
    const { host, open } = await panel((...args) => renderOnServer(...args, 'member'))
    open()
    await user.click(await screen.findByRole('button', { name: 'Share with the organization' }))
    await waitFor(() => expect(host.kept[0]?.visibility).toBe('organization'))
    const list = screen.getByRole('list', { name: 'Versions' })
    expect(await within(list).findByText('Shared with the organization')).toBeTruthy()
  })

  test('of somebody else is restored but not renamed or deleted by a viewer', async () => {
    const { host, open } = await panel(renderAsViewer)
    Object.assign(host.kept[0] ?? {}, SHARED_BY_ANA)
    open()
    const remove = await screen.findByRole('button', { name: 'Delete this version' })
    await waitFor(() => expect(remove.getAttribute('aria-description')).toBe(READ_ONLY))
    await user.click(remove)
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(/deleted/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Make private' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Restore' }).getAttribute('aria-disabled')).toBeNull()
  })
})
