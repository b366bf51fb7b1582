// @vitest-environment happy-dom
/** What the canvas hands to React Flow while a block is dragged. */
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render } from '@testing-library/react'
import { type ReactFlowProps, ReactFlowProvider } from '@xyflow/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Canvas } from '../../../../src/renderer/editor/canvas/canvas.tsx'
import { type Controls, ControlsContext } from '../../../../src/renderer/editor/session/actions-context.ts'
import { EditorContext } from '../../../../src/renderer/editor/session/editor-context.ts'
import { createSession } from '../../../../src/renderer/editor/session/session.ts'
import { doc } from '../documents.ts'
import { fakeHost, workflowOf } from '../fake-host.ts'

const given: Record<string, unknown>[] = []

vi.mock('@xyflow/react', async (original) => ({
  ...(await original<typeof import('@xyflow/react')>()),
  ReactFlow: (props: ReactFlowProps) => {
    given.push({ ...props })
    return null
  },
}))
afterEach(cleanup)

test('no function is new when a block has moved: each would have all blocks, ports and wires look at themselves', () => {
  const workflow = workflowOf(doc(['source-1', 'model-1']))
  const session = createSession(fakeHost(workflow), workflow, localStorage)
  const controls = { actions: {}, files: {}, camera: { isFitted: () => false } } as unknown as Controls
  render(
    <MantineProvider env="test">
      <EditorContext value={session}>
        <ControlsContext value={controls}>
          <ReactFlowProvider>
            <Canvas />
          </ReactFlowProvider>
        </ControlsContext>
      </EditorContext>
    </MantineProvider>,
  )
  const before = given.at(-1)
  act(() =>
    session.canvas.getState().change([{ type: 'position', id: 'model-1', position: { x: 7, y: 9 }, dragging: true }]),
  )
  const after = given.at(-1)
  expect(after).not.toBe(before)
  const fresh = Object.keys(after ?? {}).filter((key) => after?.[key] !== before?.[key])
  expect(fresh.filter((key) => key !== 'children')).toEqual(['nodes'])
})
