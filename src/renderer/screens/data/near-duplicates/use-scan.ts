/** The last scan for near-duplicates of a data set, and its job while it runs. */
import { useCallback, useEffect, useRef } from 'react'
import type { JobProgress } from '../../../../shared/api/jobs.ts'
import type { NearDuplicateScan } from '../../../../shared/api/near-duplicates.ts'
import { HostError, useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { useFollowed } from '../../../parts/studio/jobs/use-followed.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.duplicates

interface Scanning {
  scan: NearDuplicateScan | null
  progress: JobProgress | null
}

const isResting = ({ scan }: Scanning): boolean => scan?.status !== 'pending'

export function useScan(datasetId: string) {
  const host = useHost()
  const read = useCallback(async (): Promise<Scanning> => {
    try {
      const scan = await host.api('nearDuplicates.get', { params: { dataset: datasetId } })
      if (scan.status !== 'pending') return { scan, progress: null }
      const job = await host.api('jobs.get', { params: { job_id: scan.job_id } })
      return { scan, progress: job.progress }
    } catch (error) {
      // A data set that was never scanned.
      if (error instanceof HostError && error.code === 'not_found') return { scan: null, progress: null }
      throw error
    }
  }, [host, datasetId])
  const first = useResource(read)
  const { now, problem, follow } = useFollowed(read, isResting)
  // A scan that runs already, for example since before a reload, is followed too.
  const followed = useRef(false)
  useEffect(() => {
    if (followed.current || first.value?.scan?.status !== 'pending') return
    followed.current = true
    const running = first.value
    void follow(async () => running)
  }, [first.value, follow])

  const known = now ?? first.value
  return {
    /** Undefined until it is known whether there is a scan. */
    scan: known === undefined ? undefined : known.scan,
    progress: known?.progress ?? null,
    error: first.error,
    problem,
    reload: first.reload,
    start: (threshold: number) =>
      follow(async () => ({
        scan: await host.api('nearDuplicates.start', { params: { dataset: datasetId }, body: { threshold } }),
        progress: null,
      })),
    async cancel(scan: NearDuplicateScan): Promise<void> {
      try {
        await host.api('jobs.cancel', { params: { job_id: scan.job_id } })
      } catch (error) {
        toastError(words.notCancelled, error)
      }
    },
  }
}

export type Scan = ReturnType<typeof useScan>
