import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type {
  CreatedFolder,
  Folder,
  FolderStats,
  FolderTreeNode,
  ListedFolder,
} from '../../../../src/shared/api/folders.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let dataset: string
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: `Street ${++made}` } })).body.id
  for (const [file, directory] of [
    ['1.jpg', '/train/cars'],
    ['2.jpg', '/train/cars'],
    ['3.jpg', '/train'],
    ['4.jpg', '/'],
  ]) {
    await addImage(file as string, directory as string)
  }
})

async function addImage(filename: string, directory_path: string, bytes = filename): Promise<Image> {
  const gcs_uri = await h.upload(filename, `IMAGE ${bytes}`, 'image/jpeg')
  return (await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri, directory_path } })).body
}
const list = async (query = ''): Promise<ListedFolder[]> =>
  (await h.api<ListedFolder[]>('GET', `/folders/list/${dataset}${query}`)).body
const folderAt = async (path: string) => (await list()).find(({ full_path }) => full_path === path) as ListedFolder
const paths = async () =>
  ((await h.api<Dataset>('GET', `/datasets/${dataset}?include_images=true`)).body.images ?? []).map(
    (image) => `${image.directory_path === '/' ? '' : image.directory_path}/${image.filename}`,
  )

describe('folders', () => {
  it('are the directories of a data set, all of them, those of the root, or the children of one', async () => {
    const all = await list()
    expect(all.map(({ full_path }) => full_path)).toEqual(['/train', '/train/cars'])
    const [train, cars] = all as [ListedFolder, ListedFolder]
    expect(train).toMatchObject({ dataset_id: dataset, name: 'train', parent_folder_id: null, image_count: 1 })
    expect(cars).toMatchObject({ folder_path: '/train/cars', parent_folder_id: train.id, image_count: 2 })
    expect(await list('?parent_path=')).toEqual([train])
    expect(await list('?parent_path=/train')).toEqual([cars])
    expect((await h.fail('GET', `/folders/list/${dataset}?parent_path=/nowhere`)).status).toBe(404)
    const tree = (await h.api<FolderTreeNode[]>('GET', `/folders/tree/${dataset}`)).body
    expect(tree).toEqual([{ ...train, children: [{ ...cars, children: [] }] }])
  })

  it('are found by the id of their data set only', async () => {
    expect((await h.fail('GET', `/folders/list/${encodeURIComponent(`Street ${made}`)}`)).status).toBe(404)
    expect((await h.fail('GET', `/folders/tree/${crypto.randomUUID()}`)).status).toBe(404)
  })

  it('count their images and bytes, with or without the folders in them', async () => {
    const { id } = await folderAt('/train')
    const stats = async (query = '') => (await h.api<FolderStats>('GET', `/folders/${id}/stats${query}`)).body
    expect(await stats()).toEqual({ total_images: 3, total_folders: 2, total_size_bytes: 3 * 'IMAGE 1.jpg'.length })
    expect(await stats('?include_subfolders=false')).toMatchObject({ total_images: 1, total_folders: 1 })
  })

  it('are created with their parents, once', async () => {
    const body = { dataset_id: dataset, folder_path: 'test/night' }
    const first = await h.api<CreatedFolder>('POST', '/folders/', { body })
    expect([first.status, first.body.data]).toMatchObject([201, { name: 'night', folder_path: '/test/night' }])
    expect(first.body.data).not.toHaveProperty('full_path')
    expect((await h.api<CreatedFolder>('POST', '/folders/', { body })).body).toEqual(first.body)
    expect((await folderAt('/test')).id).toBe(first.body.data.parent_folder_id)
    const root = await h.fail('POST', '/folders/', { body: { ...body, folder_path: '/' } })
    expect(root).toMatchObject({ status: 422, error: { details: [{ field: '/folder_path' }] } })
  })

  it('are renamed with everything in them, under the same id', async () => {
    const { id } = await folderAt('/train')
    const rename = (new_name: string) => h.api<Folder>('PATCH', `/folders/${id}/rename`, { body: { new_name } })
    expect((await rename('training')).body).toMatchObject({ id, folder_path: '/training', image_count: 1 })
    expect(await paths()).toEqual(['/4.jpg', '/training/3.jpg', '/training/cars/1.jpg', '/training/cars/2.jpg'])
    expect((await rename('training')).status).toBe(200)
    await h.api('POST', '/folders/', { body: { dataset_id: dataset, folder_path: '/test' } })
    expect((await rename('test')).status).toBe(409)
    expect((await rename('a/b')).status).toBe(422)
    const missing = await h.fail('PATCH', `/folders/${crypto.randomUUID()}/rename`, { body: { new_name: 'x' } })
    expect(missing.status).toBe(404)
  })

  it('that begin alike are not renamed together', async () => {
    await addImage('5.jpg', '/train-2')
    await addImage('6.jpg', '/train0/a')
    const { id } = await folderAt('/train')
    await h.api('PATCH', `/folders/${id}/rename`, { body: { new_name: 'x' } })
    expect((await list()).map(({ full_path }) => full_path)).toEqual([
      '/train-2',
      '/train0',
      '/train0/a',
      '/x',
      '/x/cars',
    ])
    expect(await paths()).toContain('/train-2/5.jpg')
  })

  it('are deleted by members when they are empty, or move their images to the parent', async () => {
    const { id } = await folderAt('/train')
    await addImage('3.jpg', '/train/cars', 'another')
    const request = { key: h.keys.member }
    const refused = await h.fail('DELETE', `/folders/${id}`, request)
    expect(refused).toMatchObject({ status: 409, error: { code: 'directory_not_empty' } })
    expect((await h.api('DELETE', `/folders/${id}?cascade=true`, request)).status).toBe(204)
    expect(await paths()).toEqual(['/1.jpg', '/2.jpg', '/3-1.jpg', '/3.jpg', '/4.jpg'])
    expect(await list()).toEqual([])
    expect((await h.fail('DELETE', `/folders/${id}`, request)).status).toBe(404)
  })
})
