/** Counts the store changes that React Flow receives while a block is dragged. */
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render } from '@testing-library/react'
import { ReactFlowProvider, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Canvas } from '../../../../../src/renderer/screens/editor/canvas/canvas.tsx'
import {
  type Controls,
  ControlsContext,
  EditorContext,
} from '../../../../../src/renderer/screens/editor/session/editor-context.ts'
import { createSession } from '../../../../../src/renderer/screens/editor/session/session.ts'
import { doc } from '../documents.ts'
import { fakeHost, workflowOf } from '../fake-host.ts'

afterEach(cleanup)

/** Names of the changed fields of React Flow’s store, change by change. */
const heard: string[][] = []

function Listener() {
  const store = useStoreApi()
  useEffect(
    () =>
      store.subscribe((now, before) =>
        heard.push(Object.keys(now).filter((key) => now[key as keyof typeof now] !== before[key as keyof typeof now])),
      ),
    [store],
  )
  return null
}

test('a drag changes only the nodes in React Flow’s store, as all blocks, ports and wires listen to changes', () => {
  const workflow = workflowOf(doc(['source-1', 'model-1']))
  const session = createSession(fakeHost(workflow), workflow, localStorage)
  const controls = { actions: {}, files: {}, camera: { isFitted: () => false } } as unknown as Controls
  render(
    <MantineProvider env="test">
      <EditorContext value={session}>
        <ControlsContext value={controls}>
          <ReactFlowProvider>
            <Listener />
            <Canvas />
          </ReactFlowProvider>
        </ControlsContext>
      </EditorContext>
    </MantineProvider>,
  )
  heard.length = 0
  act(() =>
    session.canvas.getState().change([{ type: 'position', id: 'model-1', position: { x: 7, y: 9 }, dragging: true }]),
  )
  expect(heard.length).toBeGreaterThan(0)
  expect([...new Set(heard.flat())].filter((name) => !name.startsWith('nodes'))).toEqual([])
})
