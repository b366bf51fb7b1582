import { describe, expect, it } from 'vitest'
import type { Host } from '../../../../../src/renderer/base/host/host-context.ts'
import {
  choiceOf,
  imagesOf,
  indexAt,
  momentOf,
} from '../../../../../src/renderer/screens/editor/preview/source-images.ts'

const graphOf = (config: Record<string, unknown>) => ({
  version: 1 as const,
  nodes: [{ id: 's', type: 'source', config }],
  edges: [],
})
const hostWith = (...files: [directory: string, name: string][]) =>
  ({
    info: { files_base: '/files' },
    api: async () => ({
      images: files.map(([directory_path, filename]) => ({ id: filename, directory_path, filename })),
    }),
  }) as unknown as Host

/** Lists one image with each call. */
const hostWithExport = (...files: [directory: string, name: string][]) =>
  ({
    info: { files_base: '/files' },
    api: async (_call: string, { query: { offset } }: { query: { offset: number } }) => {
      const [directory_path, filename] = files[offset] as [string, string]
      const data = [{ position: offset, image_id: `id of ${filename}`, directory_path, filename }]
      return { data, total: files.length, has_more: offset + 1 < files.length }
    },
  }) as unknown as Host

describe('images of an export', () => {
  it('are in the order of a run, each with the address of its frozen file', async () => {
    const host = hostWithExport(['/', 'shot 10.jpg'], ['/', 'shot 2.jpg'], ['/night', 'a.jpg'])
    const images = await imagesOf(host, { exportId: 'ex 1' })
    expect(images.map(({ name, url }) => [name, url])).toEqual([
      ['night/a.jpg', '/files/exports/ex%201/images/2'],
      ['shot 2.jpg', '/files/exports/ex%201/images/1'],
      ['shot 10.jpg', '/files/exports/ex%201/images/0'],
    ])
  })
})

describe('images of a data set', () => {
  it('are in the order of a run: natural order by name, with their directories', async () => {
    const host = hostWith(['/', 'shot 10.jpg'], ['/', 'shot 2.jpg'], ['/night', 'a.jpg'])
    const images = await imagesOf(host, { dataset: 'd', directory: '' })
    expect(images.map((p) => p.name)).toEqual(['night/a.jpg', 'shot 2.jpg', 'shot 10.jpg'])
    expect(images[1]?.url).toBe('/files/images/shot%202.jpg')
  })

  it('are those in and below the directory that the source names', async () => {
    const host = hostWith(['/', 'a.jpg'], ['/train', 'b.jpg'], ['/train/cars', 'c.jpg'], ['/training', 'd.jpg'])
    const images = await imagesOf(host, { dataset: 'd', directory: 'train' })
    expect(images.map((p) => p.name)).toEqual(['train/b.jpg', 'train/cars/c.jpg'])
  })

  it('are requested only when the source reads a data set or an export', () => {
    expect(choiceOf(graphOf({ kind: 'export', export_id: 'e', dataset_project_id: 'd' }))).toEqual({ exportId: 'e' })
    expect(choiceOf(graphOf({ kind: 'export' }))).toBeNull()
    expect(choiceOf(graphOf({ kind: 'dataset', dataset_project_id: 'd', directory_path: '/train/' }))).toEqual({
      dataset: 'd',
      directory: 'train',
    })
    expect(choiceOf(graphOf({ kind: 'video', dataset_project_id: 'd' }))).toBeNull()
    expect(choiceOf(graphOf({ kind: 'dataset', dataset_project_id: 'file:///photos' }))).toBeNull()
  })

  it('are found again from their time at any rate', () => {
    for (const rate of [1, 3, 29.97]) {
      for (let i = 0; i < 500; i++) expect(indexAt(momentOf(i, rate), rate)).toBe(i)
    }
  })
})
