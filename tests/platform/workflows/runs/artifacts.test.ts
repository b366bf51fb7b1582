import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseRange } from '../../../../src/shared/domain/file-reply.ts'
import { eventually } from '../../../setup/eventually.ts'
import { DEMO_URI } from '../../support/graphs.ts'
import type { Harness } from '../../support/harness.ts'
import { VIDEO_BYTES } from '../../support/scripted-engine.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

const CONTENT = '0123456789'
let h: Harness
let path: string
let runId: string
beforeAll(async () => {
  h = await joinPlatform()
  runId = await h.startRun(await h.createWorkflow('W'))
  const run = await h.engine.run(0)
  const artifacts = [
    run.write('zählung (1).csv', CONTENT, 'text/csv'),
    run.write('empty.csv', ''),
    { ...run.write('x', 'x'), id: '../../sightline.db', name: '../../sightline.db' },
  ]
  const inspection = { frames: run.write('inspection-frames.jsonl', 'frames'), events: null }
  run.write('unlisted.csv', 'secret')
  run.finish({ artifacts, inspection })
  await eventually(async () => (await h.getRun(runId)).status === 'completed')
  path = `/workflow-runs/${runId}/artifacts/${encodeURIComponent('zählung (1).csv')}`
})

const get = (headers: Record<string, string> = {}, method = 'GET') => h.api<string>(method, path, { headers })

describe('an artifact', () => {
  it('is sent whole, with the headers that a reader needs', async () => {
    const { status, body, headers } = await get()
    expect([status, body]).toEqual([200, CONTENT])
    expect(headers.get('content-type')).toBe('text/csv')
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('content-length')).toBe('10')
    expect(headers.get('etag')).toBe(`"${'ab'.repeat(32)}"`)
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''z%C3%A4hlung%20%281%29.csv")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('of the inspector is served and kept with the run, but not listed in its results', async () => {
    const own = `/workflow-runs/${runId}/artifacts/inspection-frames.jsonl`
    expect(await h.api<string>('GET', own)).toMatchObject({ status: 200, body: 'frames' })
    const { artifacts, inspection } = await h.getRun(runId)
    expect(artifacts.map((a) => a.id)).not.toContain('inspection-frames.jsonl')
    expect(inspection).toMatchObject({ frames: { id: 'inspection-frames.jsonl' }, events: null })
    expect((await h.api('DELETE', own)).status).toBe(404)
  })

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
    ['bytes=-100', CONTENT, 'bytes 0-9/10'],
  ])('is sent in the range %s', async (range, content, contentRange) => {
    const { status, body, headers } = await get({ range })
    expect([status, body]).toEqual([206, content])
    expect(headers.get('content-range')).toBe(contentRange)
    expect(headers.get('content-length')).toBe(String(content.length))
  })

  it.each(['bytes=10-', 'bytes=-0'])('has nothing in the range %s', async (range) => {
    const { status, body, headers } = await get({ range })
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect(body).toMatchObject({ error: { code: 'range_not_satisfiable' } })
  })

  it.each(['bytes=0-1,3-4', 'bytes=5-2', 'lines=1-2', 'bytes=-', 'bytes=a-b'])(
    'is sent whole for %s',
    async (range) => {
      expect(await get({ range })).toMatchObject({ status: 200, body: CONTENT })
    },
  )

  it('is not sent again to a caller that has it, and a range of another version is sent whole', async () => {
    const etag = (await get()).headers.get('etag') as string
    expect(await get({ 'if-none-match': `"x", ${etag}` })).toMatchObject({ status: 304, body: '' })
    expect(await get({ range: 'bytes=0-1', 'if-range': etag })).toMatchObject({ status: 206, body: '01' })
    expect(await get({ range: 'bytes=0-1', 'if-range': '"other"' })).toMatchObject({ status: 200, body: CONTENT })
  })

  it('reports its size to HEAD', async () => {
    const { status, body, headers } = await get({}, 'HEAD')
    expect([status, body, headers.get('content-length')]).toEqual([200, '', '10'])
    const part = await get({ range: 'bytes=0-3' }, 'HEAD')
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '4'])
  })

  it('may be empty', async () => {
    expect(await h.api('GET', `/workflow-runs/${runId}/artifacts/empty.csv`)).toMatchObject({ status: 200, body: '' })
  })

  it.each([
    'unlisted.csv',
    '..%2F..%2Fsightline.db',
    '%2e%2e%2fsightline.db',
    '..%5C..%5Csightline.db',
    '%2Fetc%2Fhostname',
    '__proto__',
  ])('is served only when the run lists it: %s is not found', async (name) => {
    const { status, error } = await h.fail('GET', `/workflow-runs/${runId}/artifacts/${name}`)
    expect([status, error.code]).toEqual([404, 'not_found'])
  })

  it('is refused for a name with a character that no database stores', async () => {
    expect((await h.fail('GET', `/workflow-runs/${runId}/artifacts/x%00y`)).status).toBe(422)
  })
})

describe('one file of a run', () => {
  it('can be deleted; the others and the run stay', async () => {
    const files = () => existsSync(join(h.dataDir, 'runs', id, 'a.csv'))
    const id = await h.startRun(await h.createWorkflow('Two files'))
    const run = await h.engine.run(1)
    const artifact = (name: string) => `/workflow-runs/${id}/artifacts/${name}`
    expect((await h.fail('DELETE', artifact('a.csv'))).error.code).toBe('wrong_state')
    run.finish({ artifacts: [run.write('a.csv', 'a'), run.write('b.csv', 'b')] })
    await eventually(async () => (await h.getRun(id)).status === 'completed')
    expect(files()).toBe(true)
    expect((await h.fail('DELETE', artifact('a.csv'), { key: h.keys.viewer })).status).toBe(403)
    expect((await h.fail('DELETE', artifact('a.csv'), { key: h.foreignKey })).status).toBe(404)

    expect((await h.api('DELETE', artifact('a.csv'))).status).toBe(204)
    expect(files()).toBe(false)
    expect((await h.getRun(id)).artifacts.map((a) => a.name)).toEqual(['b.csv'])
    expect(await h.api('GET', artifact('b.csv'))).toMatchObject({ status: 200, body: 'b' })
    expect((await h.fail('GET', artifact('a.csv'))).status).toBe(404)
    expect((await h.fail('DELETE', artifact('a.csv'))).status).toBe(404)
  })
})

describe('the bytes behind a source handle', () => {
  const content = (uri: string, headers: Record<string, string> = {}, key = h.keys.viewer) =>
    h.api<string>('GET', `/uploads/content?uri=${encodeURIComponent(uri)}`, { headers, key })

  it('are served with ranges, and as the type of their content, whatever the name', async () => {
    const whole = await content(DEMO_URI)
    expect([whole.status, whole.body, whole.headers.get('content-type')]).toEqual([
      200,
      VIDEO_BYTES,
      'application/octet-stream',
    ])
    expect(await content(DEMO_URI, { range: 'bytes=0-4' })).toMatchObject({ status: 206, body: 'VIDEO' })
  })

  it('are only served from the caller’s organization, and from no other file', async () => {
    const mine = await h.upload('page.html', '<script>')
    expect((await content(mine)).headers.get('content-type')).toBe('application/octet-stream')
    expect((await content(mine, {}, h.foreignKey)).status).toBe(404)
    const [ours, theirs] = [mine, await h.upload('page.html', 'x', 'video/mp4', h.foreignKey)].map((u) => u.split('/'))
    const mixed = (owner: string[] | undefined, file: string[] | undefined) =>
      [...(owner ?? []).slice(0, 4), ...(file ?? []).slice(4)].join('/')
    expect((await content(mixed(ours, ours))).status).toBe(200)
    expect((await content(mixed(ours, theirs))).status).toBe(404)
    expect((await content(mixed(theirs, ours))).status).toBe(404)
    for (const uri of ['file:///etc/hostname', '/etc/hostname', `${mine}/../x`, 'sightline://demo/../models/x']) {
      expect((await content(uri)).status, uri).toBe(404)
    }
  })
})

it('reads ranges of huge files', () => {
  expect(parseRange('bytes=5000000000-', 6_000_000_000)).toEqual({ start: 5_000_000_000, end: 5_999_999_999 })
  expect(parseRange(undefined, 10)).toBeNull()
  expect(parseRange('bytes=0-0', 0)).toBe('unsatisfiable')
})
