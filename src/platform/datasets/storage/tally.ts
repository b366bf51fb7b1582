/** Sizes of files as the parts of a storage. */
import type { StorageKind, StoragePart } from '../../../shared/api/storage.ts'

export interface Tally {
  bytes: number
  count: number
}

export const NONE: Tally = { bytes: 0, count: 0 }

export const sumOf = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

export const partOf = (kind: StorageKind, all: Tally, clearable: Tally): StoragePart => ({ kind, ...all, clearable })
