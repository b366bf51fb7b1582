/** The folder for the files of a job until they are stored. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import type { Claim } from './job.ts'

/** Each attempt has its own: the worker of an earlier one may still be writing. */
export const jobFolder = (tmpDir: string, { id, token }: Claim): string => join(tmpDir, `${id}-${token}`)

/** Creates the folder, and removes it at any end of `work`. */
export async function withJobFolder<T>(tmpDir: string, claim: Claim, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = jobFolder(tmpDir, claim)
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
