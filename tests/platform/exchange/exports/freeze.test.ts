import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../../src/platform/db/database.ts'
import { readSnapshot } from '../../../../src/platform/db/read-snapshot.ts'
import type { DatasetExportRow, ExportImageRow } from '../../../../src/platform/db/schema/exports.ts'
import { freeze } from '../../../../src/platform/exchange/exports/freeze.ts'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { addImage, exported } from './support.ts'

let h: Harness
let db: Database
beforeAll(async () => {
  h = await joinPlatform()
  db = await openPlatformDatabase(h.dataDir)
})
afterAll(async () => {
  await db.destroy()
  await h.close()
})

const boxAt = (x: number) => ({ name: 'car', type: 'bbox', bounding_box: { x, y: 0, w: 10, h: 10 } })

it('freezes the images, classes and annotations of one moment while people change them', async () => {
  const { body: dataset } = await h.api<Dataset>('POST', '/datasets/', {
    body: { name: 'Changing', classes: [{ name: 'car' }] },
  })
  const images: Image[] = []
  for (let i = 0; i < 220; i++) {
    images.push(await addImage(h, dataset, `${String(i).padStart(3, '0')}.jpg`, { annotations: [boxAt(1)] }))
  }
  const { id } = await exported(h, dataset)
  const row = (await db
    .selectFrom('dataset_exports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as DatasetExportRow

  const rows: ExportImageRow[] = []
  let isFirst = true
  const frozen = await freeze(db, row, {
    progress: () => undefined,
    async store(some) {
      rows.push(...some)
      if (!isFirst) return
      isFirst = false
      // Through the API, as people do: every image, the name of the class, and a new image.
      for (const image of images) {
        await h.api('POST', `/annotations/${dataset.id}/${image.id}`, { body: { annotations: [boxAt(2)] } })
      }
      await h.api('POST', '/annotations/rename-class', {
        body: { dataset: dataset.id, old_name: 'car', new_name: 'vehicle' },
      })
      await addImage(h, dataset, '999.jpg')
    },
  })
  const places = rows.map(({ annotations }) => {
    const [annotation] = JSON.parse(annotations) as Annotation[]
    return `${annotation?.name} ${annotation?.bounding_box?.x}`
  })
  expect([...new Set(places)]).toEqual(['car 1'])
  expect(rows.map(({ position }) => position)).toEqual(images.map((_, i) => i))
  expect(frozen).toMatchObject({ image_count: 220, annotation_count: 220, classes: '["car"]' })
})

it('lets others write during a snapshot, and refuses to write in it', async () => {
  const count = (from: Pick<Database, 'selectFrom'>) => from.selectFrom('datasets').select('id').execute()
  await readSnapshot(db, async (tx) => {
    const before = await count(tx)
    await h.api('POST', '/datasets/', { body: { name: 'Meanwhile' } })
    expect(await count(tx)).toEqual(before)
    expect(await count(db)).toHaveLength(before.length + 1)
  })
  await expect(readSnapshot(db, (tx) => tx.deleteFrom('datasets').execute())).rejects.toThrow()
  expect(await count(db)).not.toEqual([])
})
