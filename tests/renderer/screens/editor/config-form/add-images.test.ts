// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { Host } from '../../../../../src/renderer/base/host/host-context.ts'
import * as uploading from '../../../../../src/renderer/parts/studio/upload/upload.ts'
import { addImages } from '../../../../../src/renderer/screens/editor/config-form/controls/dataset-control.tsx'

test('each image is uploaded and imported with its folder; a rejected one does not stop the rest', async () => {
  const imported: unknown[] = []
  const host = {
    info: { upload_url: '/upload' },
    api: async (endpoint: string, { body }: { body: { gcs_uri: string } }) => {
      if (body.gcs_uri === 'upload://b.jpg') throw new Error('“b.jpg” is damaged.')
      imported.push([endpoint, body])
    },
  } as unknown as Host
  vi.spyOn(uploading, 'uploadSource').mockImplementation(async (_url, { name }) => ({
    uri: `upload://${name}`,
    name,
    kind: 'image',
    size_bytes: 1,
    video: null,
  }))
  const paths = { 'a.jpg': '', 'b.jpg': '', 'c.jpg': 'holiday/sea/c.jpg' }
  const files = Object.entries(paths).map(([name, value]) =>
    Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value }),
  )
  const told: number[] = []
  const result = await addImages(host, 'set', files, (done) => told.push(done))
  expect(result).toEqual({ added: 2, refused: ['“b.jpg” is damaged.'] })
  expect(imported).toEqual([
    ['images.import', { dataset: 'set', gcs_uri: 'upload://a.jpg', directory_path: '/' }],
    ['images.import', { dataset: 'set', gcs_uri: 'upload://c.jpg', directory_path: '/holiday/sea' }],
  ])
  expect(told).toEqual([1, 2, 3])
})
