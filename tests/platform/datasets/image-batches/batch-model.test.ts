/** Random changes of images and directories, compared with a model of them, and the counters with a recount. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recount } from '../../../../src/platform/datasets/counters.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Directory } from '../../../../src/shared/api/directories.ts'
import type { BatchResult } from '../../../../src/shared/api/image-batches.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'

let dataDir: string
let resourcesDir: string
let h: Harness
let db: Database
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-batches-'))
  resourcesDir = makeResources()
  h = await startHarness({ dataDir, resourcesDir })
  db = await openPlatformDatabase(dataDir)
})
afterAll(async () => {
  await db.destroy()
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

interface ModelImage {
  id: string
  directory: string
  filename: string
  size: number
  status: string
  archived: boolean
  labels: string[]
}
interface Model {
  images: ModelImage[]
  directories: Set<string>
}

const directory = fc.constantFrom('/', '/a', '/a/b', '/c')
const which = fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1, maxLength: 4 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), directory, file: fc.nat({ max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('annotate' as const), which, label: fc.constantFrom('car', 'van') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), which, directory }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('copy' as const),
      which,
      directory,
      handling: fc.constantFrom('rename' as const, 'skip' as const, 'overwrite' as const),
      annotations: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which, permanent: fc.boolean() }) },
  fc.record({
    do: fc.constant('update' as const),
    which,
    status: fc.constantFrom('annotate', 'complete'),
    archived: fc.option(fc.boolean(), { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('rename' as const),
    path: fc.constantFrom('/a', '/a/b', '/c'),
    to: fc.constantFrom('d', 'a'),
  }),
  fc.record({ do: fc.constant('remove' as const), path: fc.constantFrom('/a', '/a/b', '/c', '/d') }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const join2 = (directory: string, name: string) => (directory === '/' ? `/${name}` : `${directory}/${name}`)
const isIn = (path: string, directory: string) => path === directory || path.startsWith(`${directory}/`)
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'

function ensure(model: Model, directory: string): void {
  for (let at = directory; at !== '/'; at = parentOf(at)) model.directories.add(at)
}
const named = (model: Model, directory: string, filename: string) =>
  model.images.find((image) => image.directory === directory && image.filename === filename)

/** The first number that is free; images that are named first keep their names. */
function free(model: Model, directory: string, filenames: string[]): string[] {
  const taken = new Set(model.images.filter((i) => i.directory === directory).map((i) => i.filename))
  const result: (string | undefined)[] = filenames.map(() => undefined)
  for (const [i, filename] of filenames.entries()) {
    if (taken.has(filename)) continue
    taken.add(filename)
    result[i] = filename
  }
  return result.map((name, i) => {
    if (name !== undefined) return name
    const [stem] = (filenames[i] as string).split('.png') as [string]
    let n = 1
    while (taken.has(`${stem}-${n}.png`)) n++
    taken.add(`${stem}-${n}.png`)
    return `${stem}-${n}.png`
  })
}

async function change(dataset: string, model: Model, now: Step): Promise<void> {
  const call = async <T>(method: string, path: string, body?: object) => {
    const answer = await h.api<T>(method, path, body ? { body } : {})
    expect([200, 201, 204, 404, 409], JSON.stringify(answer.body)).toContain(answer.status)
    return answer
  }
  const chosen = 'which' in now ? now.which.flatMap((n) => model.images[n] ?? []) : []
  const batch = async (name: string, fields: object): Promise<BatchResult> => {
    const body = { dataset_name: dataset, image_ids: chosen.map(({ id }) => id), ...fields }
    return (await call<BatchResult>(name === 'update' ? 'PATCH' : 'POST', `/batch/images/${name}`, body)).body
  }
  if ('which' in now && chosen.length === 0) return
  switch (now.do) {
    case 'add': {
      const filename = `${now.file}.png`
      const gcs_uri = await h.upload(filename, `IMAGE ${'x'.repeat(now.file)}`, 'image/png')
      const body = { dataset, gcs_uri, directory_path: now.directory }
      const { body: image } = await call<Image>('POST', '/images/', body)
      if (model.images.some(({ id }) => id === image.id)) return
      ensure(model, now.directory)
      const fields = { size: image.size_bytes, status: 'new', archived: false, labels: [] }
      model.images.push({ id: image.id, directory: now.directory, filename: image.filename, ...fields })
      return
    }
    case 'annotate':
      for (const image of chosen) {
        const box = { name: now.label, type: 'bbox', bounding_box: { x: 1, y: 2, w: 3, h: 4 } }
        await call('POST', `/annotations/${dataset}/${image.id}`, { annotations: [box, box] })
        image.labels = [now.label, now.label]
      }
      return
    case 'move': {
      const result = await batch('move', { target_directory_path: now.directory })
      const moving = chosen.filter((image) => image.directory !== now.directory)
      ensure(model, now.directory)
      const names = free(
        model,
        now.directory,
        moving.map(({ filename }) => filename),
      )
      expect(result).toMatchObject({ processed: chosen.length, failed: [] })
      expect(result.renamed).toBe(moving.filter(({ filename }, i) => filename !== names[i]).length)
      for (const [i, image] of moving.entries()) Object.assign(image, { directory: now.directory, filename: names[i] })
      return
    }
    case 'copy': {
      const before = new Set(model.images.map(({ id }) => id))
      const result = await batch('copy', {
        target_directory_path: now.directory,
        duplicate_handling: now.handling,
        copy_annotations: now.annotations,
      })
      ensure(model, now.directory)
      const copyOf = (image: ModelImage, filename: string): ModelImage => {
        const copied = now.annotations ? { status: image.status, labels: image.labels } : { status: 'new', labels: [] }
        return { ...image, ...copied, id: '?', directory: now.directory, filename, archived: false }
      }
      let [failures, processed] = [0, 0]
      if (now.handling === 'rename') {
        const names = free(
          model,
          now.directory,
          chosen.map(({ filename }) => filename),
        )
        processed = chosen.length
        expect(result.renamed).toBe(chosen.filter(({ filename }, i) => filename !== names[i]).length)
        model.images.push(...chosen.map((image, i) => copyOf(image, names[i] as string)))
      } else {
        const own = new Set<string>()
        const numbered: ModelImage[] = []
        for (const image of chosen) {
          const there = named(model, now.directory, image.filename)
          const isGone = !model.images.includes(image)
          if (isGone || there === image || (there && now.handling === 'skip')) {
            failures++
            continue
          }
          processed++
          // A copy of the same call is not replaced.
          if (own.has(image.filename)) {
            numbered.push(image)
            continue
          }
          own.add(image.filename)
          if (there) model.images.splice(model.images.indexOf(there), 1)
          model.images.push(copyOf(image, image.filename))
        }
        const names = free(
          model,
          now.directory,
          numbered.map(({ filename }) => filename),
        )
        model.images.push(...numbered.map((image, i) => copyOf(image, names[i] as string)))
        expect(result.renamed).toBe(numbered.length)
      }
      expect([result.processed, result.failed.length]).toEqual([processed, failures])
      // The copies get the ids that the server has given them.
      const { images } = (await call<Dataset>('GET', `/datasets/${dataset}?include_images=true`)).body
      for (const image of model.images.filter(({ id }) => id === '?')) {
        const found = images?.find(
          (i) => join2(i.directory_path, i.filename) === join2(image.directory, image.filename),
        )
        expect(found && !before.has(found.id)).toBe(true)
        image.id = (found as Image).id
      }
      return
    }
    case 'delete': {
      const result = await batch('delete', { permanent: now.permanent })
      expect(result).toMatchObject({ processed: chosen.length, operation: now.permanent ? 'deleted' : 'archived' })
      if (now.permanent) model.images = model.images.filter((image) => !chosen.includes(image))
      else for (const image of chosen) image.archived = true
      return
    }
    case 'update':
      await batch('update', {
        updates: { status: now.status, ...(now.archived !== undefined && { is_archived: now.archived }) },
      })
      for (const image of chosen) Object.assign(image, { status: now.status, archived: now.archived ?? image.archived })
      return
    case 'rename': {
      const target = join2(parentOf(now.path), now.to)
      const { status } = await call('PATCH', `/directories/${dataset}${now.path}/rename`, { new_name: now.to })
      const expected = !model.directories.has(now.path)
        ? 404
        : target !== now.path && model.directories.has(target)
          ? 409
          : 200
      expect(status).toBe(expected)
      if (status !== 200) return
      const moved = (path: string) => (isIn(path, now.path) ? target + path.slice(now.path.length) : path)
      model.directories = new Set([...model.directories].map(moved))
      for (const image of model.images) image.directory = moved(image.directory)
      return
    }
    case 'remove': {
      const { status } = await call('DELETE', `/directories/${dataset}${now.path}?cascade=true`)
      expect(status).toBe(model.directories.has(now.path) ? 204 : 404)
      if (status !== 204) return
      const byPath = (a: ModelImage, b: ModelImage) => {
        const [x, y] = [
          [a.directory, a.filename],
          [b.directory, b.filename],
        ].map(String) as [string, string]
        return x < y ? -1 : 1
      }
      const moving = model.images.filter((image) => isIn(image.directory, now.path)).sort(byPath)
      const names = free(
        model,
        parentOf(now.path),
        moving.map(({ filename }) => filename),
      )
      for (const [i, image] of moving.entries())
        Object.assign(image, { directory: parentOf(now.path), filename: names[i] })
      model.directories = new Set([...model.directories].filter((path) => !isIn(path, now.path)))
    }
  }
}

async function counters(id: string) {
  const rows = await db
    .selectFrom('dataset_counters')
    .select(['kind', 'key', 'images', 'amount'])
    .where('dataset_id', '=', id)
    .execute()
  return rows
    .map(({ kind, key, images, amount }) => [`${kind} ${key}`, Number(images), Number(amount)] as const)
    .filter(([, images, amount]) => images !== 0 || amount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

it('leave the images and directories of a model, and counters that a recount confirms', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
    const { id } = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body
    const model: Model = { images: [], directories: new Set() }
    for (const now of steps) await change(id, model, now)
    const dataset = (await h.api<Dataset>('GET', `/datasets/${id}?include_images=true`)).body
    const live = model.images.filter(({ archived }) => !archived)
    const shown = (dataset.images ?? []).map((image) => ({
      id: image.id,
      path: join2(image.directory_path, image.filename),
      status: image.status,
      annotations: image.annotation_count,
    }))
    const expected = live.map(({ id, directory, filename, status, labels }) => {
      return { id, path: join2(directory, filename), status, annotations: labels.length }
    })
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    expect(shown.sort(byId)).toEqual(expected.sort(byId))
    expect(dataset).toMatchObject({
      image_count: live.length,
      archived_image_count: model.images.length - live.length,
      completed_image_count: live.filter(({ status }) => status === 'complete').length,
      total_size: model.images.reduce((sum, { size }) => sum + size, 0),
    })
    const directories = (await h.api<Directory[]>('GET', `/directories/${id}`)).body
    expect(new Set(directories.map(({ full_path }) => full_path))).toEqual(model.directories)
    for (const { full_path, image_count } of directories) {
      expect(image_count).toBe(live.filter(({ directory }) => directory === full_path).length)
    }
    const before = await counters(id)
    await recount(db, id)
    expect(before).toEqual(await counters(id))
  })
  await fc.assert(property, { numRuns: 25 })
})
