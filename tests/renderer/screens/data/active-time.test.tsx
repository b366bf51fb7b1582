import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HostContext } from '../../../../src/renderer/base/host/host-context.ts'
import { createActiveTime, useActiveTime } from '../../../../src/renderer/screens/data/image/use-active-time.ts'
import { callsOf, type FakeData, fakeData } from './fake-data.ts'

function Work({ task, image }: { task: string | undefined; image: string }) {
  useActiveTime(task, image)
  return null
}

describe('active time', () => {
  test('is the time between inputs without pauses of more than a minute', () => {
    const time = createActiveTime()
    for (const second of [0, 10, 70, 131, 141]) time.input(second * 1000)
    expect(time.take()).toBe(80)
    expect(time.take()).toBe(0)
  })

  test('keeps the parts of seconds for the next report', () => {
    const time = createActiveTime()
    time.input(0)
    time.input(1_600)
    expect(time.take()).toBe(1)
    time.input(2_000)
    expect(time.take()).toBe(1)
  })
})

describe('an image of a task', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    cleanup()
  })

  const open = (data: FakeData, task: string | undefined) =>
    render(<Work task={task} image="image-0" />, {
      wrapper: ({ children }) => <HostContext.Provider value={data.host}>{children}</HostContext.Provider>,
    })
  const workFor = (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      vi.advanceTimersByTime(1_000)
      fireEvent.keyDown(window, { key: 'b' })
    }
  }
  const reports = (data: FakeData) => callsOf(data, 'tasks.activity').map((call) => (call as { body: object }).body)

  test('reports its time each minute, and the rest when it is left', () => {
    const data = fakeData([])
    const { rerender } = open(data, 'task-1')
    workFor(60)
    expect(reports(data)).toEqual([{ image_id: 'image-0', active_seconds: 59 }])
    workFor(5)
    rerender(<Work task="task-1" image="image-1" />)
    expect(reports(data).at(-1)).toEqual({ image_id: 'image-0', active_seconds: 6 })
  })

  test('reports nothing without a task, and nothing while nobody works', () => {
    const data = fakeData([])
    const { rerender } = open(data, undefined)
    workFor(90)
    rerender(<Work task="task-1" image="image-0" />)
    vi.advanceTimersByTime(600_000)
    expect(reports(data)).toEqual([])
  })
})
