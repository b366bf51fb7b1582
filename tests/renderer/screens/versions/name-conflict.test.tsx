import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askName } from '../../../../src/renderer/base/ui/ask-name.tsx'
import { createDocumentStore } from '../../../../src/renderer/screens/editor/document/document-store.ts'
import type { WorkflowVersions } from '../../../../src/renderer/screens/editor/session/workflow-versions.ts'
import { createWorkflowVersions } from '../../../../src/renderer/screens/editor/session/workflow-versions.ts'
import { deleteVersion, renameVersion } from '../../../../src/renderer/screens/versions/version-detail.tsx'
import { renderWith } from '../../render.tsx'
import { doc } from '../editor/documents.ts'
import { versionHost } from './versions.ts'

/** A version that this window knows without a name, and another window has named. */
async function namedElsewhere() {
  const host = versionHost()
  const versions: WorkflowVersions = createWorkflowVersions({
    workflowId: 'wf-1',
    host,
    documents: createDocumentStore(doc(['source-1'])),
  })
  await versions.beforeRun()
  const [version] = await versions.list()
  if (!version) throw new Error('A version was kept.')
  await versions.rename(version, 'Theirs')
  renderWith(host, null)
  return { host, versions, version, note: () => host.kept[0]?.note }
}

test('a name that another window gave is shown beside mine, and the chosen one is kept', async () => {
  const { versions, version, note } = await namedElsewhere()
  const rename = () => renameVersion({ versions, version, note: 'Mine', onRenamed: () => {} })
  await rename()
  const dialog = await screen.findByRole('dialog', { name: 'This version was named in another window' })
  expect(dialog.textContent).toContain('Theirs')
  expect(dialog.textContent).toContain('Mine')
  expect(note()).toBe('Theirs')
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(note()).toBe('Theirs')

  await rename()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(note()).toBe('Mine')
})

test('the conflict replaces the dialog in which the name was typed', async () => {
  const { versions, version, note } = await namedElsewhere()
  const onName = (name: string) => renameVersion({ versions, version, note: name, onRenamed: () => {} })
  act(() => askName({ title: 'Name this version', initial: '', action: 'Name', onName }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Mine{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(note()).toBe('Mine')
})

test('a version that another window has just named is deleted only after a second confirmation', async () => {
  const { host, versions, version } = await namedElsewhere()
  expect(await deleteVersion({ versions, version, onChange: () => {} })).toBe(false)
  const dialog = await screen.findByRole('dialog', { name: 'Delete the version anyway?' })
  expect(dialog.textContent).toContain('“Theirs”')
  expect(host.kept).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Delete version' }))
  await waitFor(() => expect(host.kept).toHaveLength(0))
})
