import { join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { createOpenRequests, workflowsIn } from '../../src/main/open-files.ts'

describe('workflow files among the arguments of a process', () => {
  const cwd = resolve(sep, 'home', 'ana')

  it('are paths, and relative ones are resolved from the working directory', () => {
    const path = join(cwd, 'Main road.sightline.json')
    expect(workflowsIn(['sightline', path, 'demo.SIGHTLINE.JSON', 'run/events.jsonl'], cwd)).toEqual([
      path,
      join(cwd, 'demo.SIGHTLINE.JSON'),
      join(cwd, 'run', 'events.jsonl'),
    ])
  })

  it('may be URLs', () => {
    const path = join(cwd, 'größer & weiter.sightline.json')
    expect(workflowsIn(['sightline', pathToFileURL(path).href], cwd)).toEqual([path])
  })

  it('exclude the program itself, switches and other files', () => {
    const argv = [
      '/opt/app.json',
      '--config=x.json',
      '/repo',
      'clip.mp4',
      'https://host.example/a.json.html',
      'file:///a%2Fb.json',
    ]
    expect(workflowsIn(argv, cwd)).toEqual([])
  })
})

describe('files that the system passes to the app', () => {
  it('wait for a page, and are each opened once', () => {
    const files = createOpenRequests()
    files.add(['/a', '/b'])
    const listener = vi.fn()
    files.follow(listener)
    expect(listener).toHaveBeenCalledTimes(2)
    expect([files.take(), files.take(), files.take()]).toEqual(['/a', '/b', null])
  })

  it('are opened by the newest page that listens', () => {
    const files = createOpenRequests()
    const [older, newer] = [vi.fn(), vi.fn()]
    files.follow(older)
    const stop = files.follow(newer)
    files.add(['/a'])
    expect([older.mock.calls.length, newer.mock.calls.length]).toEqual([0, 1])
    stop()
    files.add(['/b'])
    expect(older).toHaveBeenCalledTimes(1)
  })
})
