/**
 * Results of parts in the store: detections under the key of their content, where every later run of the same video finds them, drawn
 * videos with the files of their run.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import type { PartPlan, PartResult } from '../../../../shared/engine-contract/parts.ts'
import { newId } from '../../../db/database.ts'
import { saveHashing } from '../../../files/blobs/file-hash.ts'
import type { ObjectStore } from '../../../files/blobs/object-store.ts'
import { type PartPayload, partsOf } from './part-plans.ts'

/** Written last: a part with it is complete. */
const RESULT = 'result.json'
const AT_ONCE = 8
const DETECTIONS = 'parts/'

export interface PartObjects {
  /** Null for a part that is not there. @throws StoreUnavailable, here and below */
  find(part: PartPayload, plan: PartPlan): Promise<PartResult | null>
  publish(part: PartPayload, plan: PartPlan, folder: string, result: PartResult): Promise<void>
  /** Downloads the files of all parts of a step; returns their folders below `into`, in order. */
  fetchAll(runId: string, step: PartPayload['step'], plan: PartPlan, into: string): Promise<string[]>
  /** Removes the drawn videos of a run that needs them no longer. */
  removeDrawn(runId: string): Promise<void>
  /** Removes detections that were found before a time. */
  removeOlder(before: Date): Promise<void>
}

export function createPartObjects(objects: ObjectStore, tmp: string): PartObjects {
  const drawnOf = (runId: string) => `runs/${runId}/parts/`
  const prefixOf = ({ run_id, step, number }: PartPayload, { detected }: PartPlan): string =>
    step === 'detect' ? `${DETECTIONS}${detected[number]?.key}/` : `${drawnOf(run_id)}${number}/`
  const limited = pLimit(AT_ONCE)

  async function download(key: string, to: string): Promise<boolean> {
    const bytes = await objects.read(key)
    if (!bytes) return false
    await mkdir(dirname(to), { recursive: true })
    await saveHashing(bytes, to)
    return true
  }

  async function removeBelow(prefix: string): Promise<void> {
    for await (const { key } of objects.list(prefix)) await objects.remove(key)
  }

  async function fetchPart(prefix: string, folder: string): Promise<void> {
    const keys: string[] = []
    for await (const { key } of objects.list(prefix)) keys.push(key)
    if (keys.length === 0) throw new Error(`the results of the part ${prefix} are missing`)
    await Promise.all(keys.map((key) => limited(() => download(key, join(folder, key.slice(prefix.length))))))
  }

  return {
    async find(part, plan) {
      const path = join(tmp, newId())
      try {
        if (!(await download(prefixOf(part, plan) + RESULT, path))) return null
        return JSON.parse(await readFile(path, 'utf8')) as PartResult
      } finally {
        await rm(path, { force: true })
      }
    },
    async publish(part, plan, folder, result) {
      const prefix = prefixOf(part, plan)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      const keyOf = (path: string) => prefix + path.slice(folder.length + 1).replaceAll('\\', '/')
      await Promise.all(paths.map((path) => limited(() => objects.write(keyOf(path), path))))
      const marker = join(folder, RESULT)
      await writeFile(marker, JSON.stringify(result))
      await objects.write(prefix + RESULT, marker)
    },
    async fetchAll(runId, step, plan, into) {
      const folders: string[] = []
      for (const number of partsOf(plan, step).keys()) {
        const folder = join(into, `${step}-${number}`)
        await fetchPart(prefixOf({ run_id: runId, step, number }, plan), folder)
        folders.push(folder)
      }
      return folders
    },
    removeDrawn: (runId) => removeBelow(drawnOf(runId)),
    async removeOlder(before) {
      for await (const { key, writtenAt } of objects.list(DETECTIONS)) {
        if (writtenAt !== null && writtenAt < before) await objects.remove(key)
      }
    },
  }
}
