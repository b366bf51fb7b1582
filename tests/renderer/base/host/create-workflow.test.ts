// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createWorkflow } from '../../../../src/renderer/base/host/create-workflow.ts'
import type { Host } from '../../../../src/renderer/base/host/host-context.ts'
import { emptyGraph } from '../../../../src/shared/graph/graph.ts'

test.each([
  ['Gate – morning/evening', 'Gate – morning-evening'],
  ['x'.repeat(120), 'x'.repeat(100)],
])('an invalid workflow name is adjusted, and the new workflow is opened: %s', async (wished, sent) => {
  const api = async (_endpoint: string, { body }: { body: { name: string } }) => ({
    id: 'w 1',
    name: `${body.name} (2)`,
  })
  const made = await createWorkflow({ api } as unknown as Host, { name: wished, graph: emptyGraph() })
  expect(made.name).toBe(`${sent} (2)`)
  expect(window.location.hash).toBe('#/workflows/w%201')
})
