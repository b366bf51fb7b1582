/** Makes an export of a data set and follows it until it has ended. */
import { useEffect, useState } from 'react'
import type { DatasetExport } from '../../../../../shared/api/exports.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { messageText } from '../../../../texts/message-text.ts'
import { texts } from '../../../../texts/texts.ts'

const words = texts.evaluations.create
const EVERY_MS = 700

export interface ExportMaking {
  /** The export that is being made; null before and afterwards. */
  now: DatasetExport | null
  problem: string | null
  start(datasetId: string): Promise<void>
  cancel(): Promise<void>
}

const hasEnded = ({ status }: DatasetExport): boolean => status !== 'pending' && status !== 'running'

const reasonOf = ({ error_message, text }: DatasetExport): string =>
  messageText({ message: error_message ?? '', ...(text && { text }) })

/** @param onMade called with the completed export; stable across renders */
export function useExportMaking(onMade: (made: DatasetExport) => void): ExportMaking {
  const host = useHost()
  const [now, setNow] = useState<DatasetExport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const id = now?.id

  useEffect(() => {
    if (id === undefined) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      try {
        const next = await host.api('exports.get', { params: { export_id: id } })
        if (isOver) return
        if (!hasEnded(next)) {
          setNow(next)
          timer = setTimeout(read, EVERY_MS)
          return
        }
        setNow(null)
        if (next.status === 'completed') onMade(next)
        else setProblem(next.status === 'cancelled' ? words.exportCancelled : words.exportFailed(reasonOf(next)))
      } catch (failure) {
        if (isOver) return
        setNow(null)
        setProblem(errorText(failure))
      }
    }
    void read()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [host, id, onMade])

  return {
    now,
    problem,
    async start(dataset) {
      setProblem(null)
      try {
        setNow(await host.api('exports.create', { body: { dataset } }))
      } catch (failure) {
        setProblem(errorText(failure))
      }
    },
    async cancel() {
      if (id === undefined) return
      try {
        await host.api('exports.cancel', { params: { export_id: id } })
      } catch (failure) {
        setProblem(errorText(failure))
      }
    },
  }
}
