/** Jobs of every kind on a platform that was killed, with its own process, the real engine and a real model. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../../src/platform/db/sqlite/open-sqlite.ts'
import { killedDerivation } from '../../datasets/derivations/killed-derivation.ts'
import { killedDerivedDataset } from '../../exchange/derived-datasets/killed-derived-dataset.ts'
import { killedArchiveImport } from '../../exchange/imports/killed-archive-import.ts'
import { killedImport } from '../../exchange/storage-connections/killed-import.ts'
import { killedBatch } from '../../labelling/auto-annotation/killed-batch.ts'
import { killedEvaluation } from '../../models/evaluations/killed-evaluation.ts'
import { kill, type OwnProcess, ownProcesses } from '../../support/own-process.ts'
import { killedExtraction } from '../../workflows/video/killed-extraction.ts'
import { allJobsEnded, type BeginJob, createStreet, imagesOf, STREET, TEST_MS } from './killed-job.ts'

const KINDS: [string, BeginJob][] = [
  ['extractions of frames, each of which ends once and stores its images once', killedExtraction],
  ['a batch of automatic annotation, which saves no annotation twice', killedBatch],
  ['an evaluation, which stores each image once', killedEvaluation],
  ['derivations, which are made of each image once', killedDerivation],
  ['a derived data set, whose pictures are made once', killedDerivedDataset],
  ['an import from a store, which stores each image once', killedImport],
  ['an import of an archive, which writes each image and label once and can be undone', killedArchiveImport],
]

const { launch, database } = ownProcesses()

let platform: OwnProcess
beforeAll(async () => {
  // The store of the test is in this network.
  vi.stubEnv('SIGHTLINE_PRIVATE_WEBHOOKS', '1')
  platform = await launch()
  await createStreet(platform.client)
  expect((await imagesOf(platform.client, STREET)).length).toBeGreaterThan(10)
}, TEST_MS)
afterAll(() => {
  vi.unstubAllEnvs()
})
// A job that several tests kill would be parked.
beforeEach(() => allJobsEnded(platform.client), TEST_MS)

it.each(KINDS)('continues %s, after kill -9', { timeout: TEST_MS }, async (_name, begin) => {
  const check = await begin(platform)
  await kill(platform.child)
  platform = await launch(platform.key)
  const db = await openDatabase(database())
  try {
    await check({ ...platform, db })
  } finally {
    await db.destroy()
  }
})
