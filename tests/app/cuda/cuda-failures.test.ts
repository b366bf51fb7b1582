import { expect, it } from 'vitest'
import { cudaFailure } from '../../../src/app/cuda/install-cuda.ts'
import { downloadFailure } from '../../../src/app/downloads/report.ts'
import { downloads } from '../../../src/shared/messages/en/downloads.ts'
import { type Message, message } from '../../../src/shared/messages/message.ts'

it('every failure of a download has a sentence about CUDA, with all that it reports', () => {
  for (const [code, entry] of Object.entries(downloads)) {
    const names: readonly string[] = Array.isArray(entry) ? entry.slice(1) : []
    const params = Object.fromEntries(names.map((name) => [name, `the-${name}`]))
    const failure = cudaFailure(downloadFailure('download_failed', { code, params } as Message)) as Error
    expect(failure.name, code).toBe('FeedFailure')
    expect(failure.message, code).toMatch(/CUDA|install-cuda|package/)
    expect(failure.message, code).not.toContain('undefined')
  }
})

it('other failures stay as they are', () => {
  const other = new Error('x')
  expect(cudaFailure(other)).toBe(other)
  const ofModels = downloadFailure('not_onnx', message('model_get.invalid_source', { source: 'x' }))
  expect(cudaFailure(ofModels)).toBe(ofModels)
})
