/** Changes the chosen images: with progress, a list of those that failed, and undo where the API has one. */
import { Button, Group } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { useRef, useState } from 'react'
import type { ImageSplit, ImageStatus } from '../../../../shared/api/datasets.ts'
import type { BatchResult } from '../../../../shared/api/image-batches.ts'
import type { ImageSummary } from '../../../../shared/api/image-lists.ts'
import type { SplitRebalance } from '../../../../shared/api/image-splits.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { confirm } from '../../../base/ui/confirm.tsx'
import { toastError, toastInfo, toastUndo } from '../../../base/ui/toast.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { nameOf } from '../grid/image-cell.tsx'
import { EVERY_IMAGE, listIds } from '../query/image-query.ts'
import classes from './bulk.module.css'
import { readSummaries } from './read-summaries.ts'
import { type Batches, groupedBy, runBatches } from './run-batches.ts'

const words = texts.data.bulk

export interface BulkProgress {
  /** The images are read before they are changed, so that the change can be undone. */
  phase: 'reading' | 'changing'
  done: number
  total: number
}

interface BulkOptions {
  datasetId: string
  /** Reads the grid and everything beside it again. */
  onChanged(): Promise<void>
}

/** Calls for some ids, one group after the other. */
type Call = (ids: string[]) => ReturnType<Parameters<typeof runBatches>[1]>

function changedOf(ids: readonly string[], { failed, left }: Batches): string[] {
  const unchanged = new Set(failed.map(({ id }) => id))
  return ids.slice(0, ids.length - left).filter((id) => !unchanged.has(id))
}

/** Further ones are counted. */
const SHOWN = 100

/** Lists the images that a change left as they were, with the reasons. */
function showFailures(host: Host, datasetId: string, failed: BatchResult['failed']): void {
  const shown = failed.slice(0, SHOWN)
  const ids = shown.map(({ id }) => id)
  // Images whose names can’t be read are listed by their ids.
  const reading = readSummaries(host, datasetId, ids).catch(() => new Map<string, never>())
  void reading.then((images) => {
    const id = openModal({
      title: words.failuresTitle(failed.length),
      size: 'lg',
      children: (
        <>
          <ul className={classes.failures}>
            {shown.map((one) => {
              const image = images.get(one.id)
              return (
                <li key={one.id}>
                  <b>{image ? nameOf(image) : one.id}</b>
                  <span>{messageText({ message: one.reason, ...(one.text && { text: one.text }) })}</span>
                </li>
              )
            })}
          </ul>
          {failed.length > SHOWN && <p>{words.moreFailures(failed.length - SHOWN)}</p>}
          <Group justify="flex-end" mt="md">
            <Button onClick={() => closeModal(id)}>{texts.ui.words.close}</Button>
          </Group>
        </>
      ),
    })
  })
}

export function useBulk({ datasetId, onChanged }: BulkOptions) {
  const host = useHost()
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const stop = useRef<AbortController | null>(null)

  const calls = {
    status:
      (status: ImageStatus): Call =>
      (image_ids) =>
        host.api('imageBatches.update', { body: { dataset_name: datasetId, image_ids, updates: { status } } }),
    split:
      (split: ImageSplit | null): Call =>
      (image_ids) =>
        host.api('imageSplits.assign', { body: { dataset: datasetId, image_ids, split } }),
    move:
      (target_directory_path: string): Call =>
      (image_ids) =>
        host.api('imageBatches.move', { body: { dataset_name: datasetId, image_ids, target_directory_path } }),
    copy:
      (target_directory_path: string): Call =>
      (image_ids) =>
        host.api('imageBatches.copy', {
          body: {
            dataset_name: datasetId,
            image_ids,
            target_directory_path,
            duplicate_handling: 'rename',
            copy_annotations: true,
          },
        }),
    archive:
      (is_archived: boolean): Call =>
      (image_ids) =>
        host.api('imageBatches.update', { body: { dataset_name: datasetId, image_ids, updates: { is_archived } } }),
    remove: (image_ids: string[]) =>
      host.api('imageBatches.delete', { body: { dataset_name: datasetId, image_ids, permanent: true } }),
  }

  const begin = (): AbortController => {
    stop.current = new AbortController()
    return stop.current
  }

  /** Runs groups of ids with their calls; null when a call failed, which is reported. */
  async function run(groups: readonly (readonly [ids: readonly string[], call: Call])[]): Promise<Batches | null> {
    const total = groups.reduce((sum, [ids]) => sum + ids.length, 0)
    const all: Batches = { processed: 0, renamed: 0, failed: [], left: 0 }
    const stopping = begin()
    setProgress({ phase: 'changing', done: 0, total })
    try {
      let done = 0
      for (const [ids, call] of groups) {
        const onProgress = (of: number) => setProgress({ phase: 'changing', done: done + of, total })
        const part = await runBatches(ids, call, { onProgress, signal: stopping.signal })
        done += ids.length
        all.processed += part.processed
        all.renamed += part.renamed
        all.left += part.left
        all.failed = [...all.failed, ...part.failed]
      }
      return all
    } catch (error) {
      toastError(words.failed, error)
      return null
    } finally {
      setProgress(null)
      stop.current = null
      await onChanged()
    }
  }

  /** Reports the end; `undo` is null where the API has none. */
  function report({ processed, renamed, failed, left }: Batches, done: string, undo: (() => void) | null): void {
    const more = [renamed > 0 ? words.renamed(renamed) : '', left > 0 ? words.stopped(left) : '']
    const message = [done, ...more].filter((part) => part !== '').join(' ')
    if (processed > 0 && undo) toastUndo(message, { commit: () => {}, undo })
    else if (processed > 0 || left > 0) toastInfo(message)
    if (failed.length > 0) showFailures(host, datasetId, failed)
  }

  /** The value of each image; null when it could not be read, which is reported, or when the user stopped. */
  async function valuesOf<V>(
    ids: readonly string[],
    readValue: (image: ImageSummary) => V,
  ): Promise<Map<string, V> | null> {
    const { signal } = begin()
    const onProgress = (done: number) => setProgress({ phase: 'reading', done, total: ids.length })
    onProgress(0)
    try {
      const images = await readSummaries(host, datasetId, ids, { onProgress, signal })
      return signal.aborted ? null : new Map([...images].map(([id, image]) => [id, readValue(image)]))
    } catch (error) {
      toastError(words.failed, error)
      return null
    } finally {
      setProgress(null)
    }
  }

  /** Changes a value that each image may have had differently, so that undo sets each to its own. */
  async function change<V>(
    ids: readonly string[],
    to: Call,
    readValue: (image: ImageSummary) => V,
    back: (value: V) => Call,
    textOf: (n: number) => string,
  ): Promise<void> {
    const before = await valuesOf(ids, readValue)
    if (!before) return
    const result = await run([[ids, to]])
    if (!result) return
    report(result, textOf(result.processed), () => {
      const done = new Set(changedOf(ids, result))
      const changed = new Map([...before].filter(([id]) => done.has(id)))
      void run([...groupedBy(changed)].map(([value, group]) => [group, back(value)] as const)).then(
        (undone) => undone && undone.failed.length > 0 && showFailures(host, datasetId, undone.failed),
      )
    })
  }

  return {
    /** Null while nothing is changed. */
    progress,
    /** The reason why this caller may not change images; null when it may. */
    cannotChange: useRoleRefusal('member'),
    cannotDelete: useRoleRefusal('admin'),
    stop: () => stop.current?.abort(),
    setStatus: (ids: readonly string[], status: ImageStatus) =>
      change(
        ids,
        calls.status(status),
        (image) => image.status,
        (was) => calls.status(was),
        (n) => words.statusSet(n, texts.data.words.statuses[status]),
      ),
    setSplit: (ids: readonly string[], split: ImageSplit | null) =>
      change(
        ids,
        calls.split(split),
        (image) => image.split,
        (was) => calls.split(was),
        (n) => words.splitSet(n, texts.data.words.splits[split ?? 'none']),
      ),
    /** Rejects when the splits could not be stored. */
    distribute: async (request: SplitRebalance) => {
      const { data } = await listIds(host, datasetId, EVERY_IMAGE)
      const before = await valuesOf(data, (image) => image.split)
      if (!before) return
      const body = request
      const { counts, changed } = await host.api('imageSplits.rebalance', { params: { dataset: datasetId }, body })
      await onChanged()
      const { train, valid, test } = counts
      const result: Batches = { processed: changed, renamed: 0, failed: [], left: 0 }
      report(
        result,
        texts.data.splits.done(train, valid, test),
        () => void run([...groupedBy(before)].map(([split, ids]) => [ids, calls.split(split)] as const)),
      )
    },
    move: (ids: readonly string[], path: string) =>
      change(
        ids,
        calls.move(path),
        (image) => image.directory_path,
        (was) => calls.move(was),
        (n) => words.moved(n, path),
      ),
    copy: async (ids: readonly string[], path: string) => {
      const result = await run([[ids, calls.copy(path)]])
      if (result) report(result, words.copied(result.processed, path), null)
    },
    archive: async (ids: readonly string[], isArchived: boolean) => {
      const result = await run([[ids, calls.archive(isArchived)]])
      if (!result) return
      const done = (isArchived ? words.archived : words.unarchived)(result.processed)
      report(result, done, () => void run([[changedOf(ids, result), calls.archive(!isArchived)]]))
    },
    /** Asks for confirmation first. */
    remove: (ids: readonly string[]) =>
      confirm({
        title: words.removeTitle(ids.length),
        action: words.removeAction(ids.length),
        children: <p>{words.removeLost(ids.length)}</p>,
        onConfirm: async (show) => {
          const result = await runBatches(ids, calls.remove, { onProgress: (done) => show(done / ids.length) }).finally(
            onChanged,
          )
          report(result, words.removed(result.processed), null)
        },
      }),
  }
}

export type Bulk = ReturnType<typeof useBulk>
