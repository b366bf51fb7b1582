import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { keepConnected } from '../../../../../src/renderer/base/host/connection.ts'
import { ConnectionContext } from '../../../../../src/renderer/base/host/connection-context.ts'
import { HostContext } from '../../../../../src/renderer/base/host/host-context.ts'
import { useRun } from '../../../../../src/renderer/parts/run/progress/use-run.ts'
import { aRun } from '../../../examples.ts'
import { createFakeHost } from '../../../fake-host.ts'

const line = (message: string) => ({
  type: 'log' as const,
  line: { at: '', level: 'info' as const, message, node_id: null },
})

async function open(run: ReturnType<typeof aRun>, failure?: string) {
  const host = createFakeHost({ runs: [run] })
  if (failure !== undefined) host.failNext('workflowRuns.get', failure)
  const connection = keepConnected(async () => ({ client: host.studio, onClose: () => {} }))
  await waitFor(() => expect(connection.getState().status).toBe('open'))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ConnectionContext value={connection}>
      <HostContext value={host}>{children}</HostContext>
    </ConnectionContext>
  )
  const { result } = renderHook(() => useRun(run.id), { wrapper })
  const reads = () => host.state.calls.filter(({ endpoint }) => endpoint === 'workflowRuns.get').length
  return { host, result, reads, reconnect: () => act(async () => connection.refresh()) }
}

test('a followed run keeps its log over a new connection, without reading the run again', async () => {
  const { host, result, reads, reconnect } = await open(aRun({ status: 'processing' }))
  await waitFor(() => expect(result.current.run).not.toBeNull())
  await act(async () => host.emit('run-1', line('Before')))
  await reconnect()
  await act(async () => host.emit('run-1', line('After')))
  await waitFor(() => expect(result.current.log.map(({ message }) => message)).toEqual(['Before', 'After']))
  expect(reads()).toBe(1)
})

test('an ended run is read again over a new connection', async () => {
  const { host, result, reconnect } = await open(aRun({ status: 'completed', workflow_name: 'Before' }))
  await waitFor(() => expect(result.current.run?.workflow_name).toBe('Before'))
  host.state.runs = [aRun({ status: 'completed', workflow_name: 'After' })]
  await reconnect()
  await waitFor(() => expect(result.current.run?.workflow_name).toBe('After'))
})

test('a run that could not be read is read over the next connection', async () => {
  const { result, reconnect } = await open(aRun({ status: 'processing' }), 'The host is busy.')
  await waitFor(() => expect(result.current.error).toBe('The host is busy.'))
  await reconnect()
  await waitFor(() => expect(result.current.run?.id).toBe('run-1'))
  expect(result.current.error).toBeNull()
})
