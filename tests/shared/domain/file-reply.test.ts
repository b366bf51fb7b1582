import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contentDisposition,
  dispositionName,
  type FileFacts,
  fileReply,
  parseRange,
} from '../../../src/shared/domain/file-reply.ts'

it.each([
  ['bytes=0-', 10, { start: 0, end: 9 }],
  ['bytes=2-4', 10, { start: 2, end: 4 }],
  ['bytes=2-400', 10, { start: 2, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-0', 0, 'unsatisfiable'],
  ['bytes=4-2', 10, null],
  ['bytes=0-1,4-5', 10, null],
  ['lines=0-1', 10, null],
  [null, 10, null],
])('%s of %i bytes is %j', (header, size, expected) => {
  expect(parseRange(header, size)).toEqual(expected)
})

it('never leaves the file', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, from, to) => {
      const range = parseRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
      if (range === null || range === 'unsatisfiable') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})

const MODIFIED = Date.parse('2026-03-04T10:30:00.500Z') + 0.25
const VIDEO = { sizeBytes: 10, modifiedMs: MODIFIED, mediaType: 'video/mp4' }
const reply = (headers: Record<string, string>, method = 'GET', file: FileFacts = VIDEO) =>
  fileReply({ method, header: (name) => headers[name] }, file)

describe('the reply that sends a file', () => {
  it('names type, length and validators, and sends the whole file, a range, or headers only', () => {
    const whole = reply({})
    expect(whole).toMatchObject({ status: 200, bytes: { start: 0, end: 9 } })
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'last-modified': 'Wed, 04 Mar 2026 10:30:00 GMT',
    })
    const part = reply({ range: 'bytes=2-4' })
    expect(part).toMatchObject({ status: 206, bytes: { start: 2, end: 4 } })
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' })
    expect(reply({ range: 'bytes=2-4' }, 'HEAD')).toEqual({ ...part, bytes: null })
  })

  it('has no bytes for an empty file, and 416 for a range beyond the end', () => {
    expect(reply({}, 'GET', { ...VIDEO, sizeBytes: 0 })).toMatchObject({ status: 200, bytes: null })
    expect(reply({ range: 'bytes=10-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */10' },
      bytes: null,
    })
  })

  it('is 304 for a caller that has the file', () => {
    const { etag = '' } = reply({}).headers
    for (const header of [etag, `"other", ${etag}`, `W/${etag}`, '*'])
      expect(reply({ 'if-none-match': header })).toMatchObject({ status: 304, bytes: null })
    expect(reply({ 'if-none-match': '"other"' }).status).toBe(200)
    expect(reply({ 'if-none-match': '"ab"' }, 'GET', { ...VIDEO, tag: 'ab' }).status).toBe(304)
  })

  it('sends the whole file when it changed between two ranges', () => {
    const { etag = '', 'last-modified': at = '' } = reply({}).headers
    for (const validator of [etag, at])
      expect(reply({ range: 'bytes=0-1', 'if-range': validator })).toMatchObject({ status: 206 })
    expect(reply({ range: 'bytes=0-1', 'if-range': '"other"' })).toMatchObject({ status: 200 })
  })

  it('has a name in any script, which is read back', () => {
    const header = contentDisposition('attachment', 'zählung (1)".csv')
    expect(header).toBe(`attachment; filename="z_hlung (1)_.csv"; filename*=UTF-8''z%C3%A4hlung%20%281%29%22.csv`)
    expect(dispositionName(header)).toBe('zählung (1)".csv')
    expect(dispositionName(null)).toBeNull()
  })
})
