import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createDocumentStore } from '../../../../src/renderer/screens/editor/document/document-store.ts'
import { createWorkflowVersions } from '../../../../src/renderer/screens/editor/session/workflow-versions.ts'
import { VersionsPanel } from '../../../../src/renderer/screens/versions/versions-panel.tsx'
import { WORKFLOW_VERSION } from '../../../../src/shared/graph/graph.ts'
import { renderWith } from '../../render.tsx'
import { doc } from '../editor/documents.ts'
import { versionHost } from './versions.ts'

/** The newest of two versions is one of a newer Sightline, which the host does not return. */
async function show() {
  const host = versionHost()
  const documents = createDocumentStore(doc(['source-1']))
  const versions = createWorkflowVersions({ workflowId: 'wf-1', host, documents })
  await versions.save('Readable')
  const { id } = await versions.save('From the future')
  Object.assign(host.kept.find((version) => version.id === id) ?? {}, { graph_version: WORKFLOW_VERSION + 1 })
  const current = doc(['source-1'])
  renderWith(host, <VersionsPanel versions={versions} current={current} names={{}} onClose={() => {}} />)
}

test('a version of a newer Sightline says so, and can be deleted but not restored', async () => {
  await show()
  expect(await screen.findByText(/^This version was made by a newer version of Sightline\. Update/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Delete this version' }))
  await waitFor(() => expect(screen.queryByText('From the future')).toBeNull())
})

test('a version of a newer Sightline is not offered for comparison', async () => {
  await show()
  await userEvent.click(await screen.findByText('Readable'))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Compare with' }))
  const options = await screen.findAllByRole('option', { hidden: true })
  expect(options.map(({ textContent }) => textContent)).toEqual(['Current state of the canvas'])
})
