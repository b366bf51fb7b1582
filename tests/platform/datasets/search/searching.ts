/** Images of a data set with descriptors and tags of the test. */
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import { eventually } from '../../../setup/eventually.ts'
import type { Harness } from '../../support/harness.ts'

export async function newDataset(h: Harness, name: string, key?: string): Promise<string> {
  return (await h.api<Dataset>('POST', '/datasets/', { body: { name }, ...(key && { key }) })).body.id
}

/** `words`: as `deriveScripted` reads them, such as `angle=30 dark`. Returns the id. */
export async function addImage(h: Harness, dataset: string, path: string, words: string, key?: string) {
  const [filename = '', ...above] = path.split('/').reverse()
  const gcs_uri = await h.upload(filename, `IMAGE ${words}`, 'image/jpeg', key)
  const body = { dataset, gcs_uri, directory_path: above.reverse().join('/') }
  return (await h.api<Image>('POST', '/images/', { body, ...(key && { key }) })).body.id
}

/** Resolves once no job waits or runs. */
export const jobsEnded = (h: Harness, key?: string) =>
  eventually(async () => {
    const { body } = await h.api<Job[]>('GET', '/jobs?limit=200', key ? { key } : {})
    return body.every(({ state }) => state !== 'queued' && state !== 'running')
  })
