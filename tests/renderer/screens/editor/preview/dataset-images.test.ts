import { describe, expect, it } from 'vitest'
import type { Host } from '../../../../../src/renderer/base/host/host-context.ts'
import {
  datasetOf,
  imagesOf,
  indexAt,
  momentOf,
} from '../../../../../src/renderer/screens/editor/preview/dataset-images.ts'

const graphOf = (config: Record<string, unknown>) => ({
  version: 1 as const,
  nodes: [{ id: 's', type: 'source', config }],
  edges: [],
})
const hostWith = (...files: [directory: string, name: string][]) =>
  ({
    api: async () => ({
      images: files.map(([directory_path, filename]) => ({ id: filename, directory_path, filename })),
    }),
  }) as unknown as Host

describe('images of a data set', () => {
  it('are in the order of a run: natural order by name, with their directories', async () => {
    const host = hostWith(['/', 'shot 10.jpg'], ['/', 'shot 2.jpg'], ['/night', 'a.jpg'])
    const images = await imagesOf(host, { dataset: 'd', directory: '' })
    expect(images.map((p) => p.name)).toEqual(['night/a.jpg', 'shot 2.jpg', 'shot 10.jpg'])
  })

  it('are those in and below the directory that the source names', async () => {
    const host = hostWith(['/', 'a.jpg'], ['/train', 'b.jpg'], ['/train/cars', 'c.jpg'], ['/training', 'd.jpg'])
    const images = await imagesOf(host, { dataset: 'd', directory: 'train' })
    expect(images.map((p) => p.name)).toEqual(['train/b.jpg', 'train/cars/c.jpg'])
  })

  it('are requested only when the source reads a data set', () => {
    expect(datasetOf(graphOf({ kind: 'dataset', dataset_project_id: 'd', directory_path: '/train/' }))).toEqual({
      dataset: 'd',
      directory: 'train',
    })
    expect(datasetOf(graphOf({ kind: 'video', dataset_project_id: 'd' }))).toBeNull()
    expect(datasetOf(graphOf({ kind: 'dataset', dataset_project_id: 'file:///photos' }))).toBeNull()
  })

  it('are found again from their time at any rate', () => {
    for (const rate of [1, 3, 29.97]) {
      for (let i = 0; i < 500; i++) expect(indexAt(momentOf(i, rate), rate)).toBe(i)
    }
  })
})
