/** The completed exports of a data set to choose from, and an export that is made now. */
import { Button, Progress, Radio } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { DatasetExport } from '../../../../../shared/api/exports.ts'
import { formatWhen } from '../../../../base/format/format.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { NotLoaded, useResource } from '../../../../base/ui/resource.tsx'
import { messageText } from '../../../../texts/message-text.ts'
import { texts } from '../../../../texts/texts.ts'
import { ExportWarnings } from '../../../studio/exports/export-warnings.tsx'
import classes from '../evaluations.module.css'

const words = texts.evaluations.create
/** Exports per request; the newest are enough to choose from. */
const MOST = 50
const SHOWN_CLASSES = 8

interface ExportChoiceProps {
  datasetId: string
  value: DatasetExport | null
  onChange(chosen: DatasetExport | null): void
  error: string | null
}

export function ExportChoice({ datasetId, value, onChange, error }: ExportChoiceProps) {
  const host = useHost()
  const load = useCallback(
    async () =>
      (await host.api('exports.list', { query: { dataset: datasetId, status: 'completed', limit: MOST } })).data,
    [host, datasetId],
  )
  const { value: all, error: failure, reload, patch } = useResource(load)
  const [madeId, setMadeId] = useState<string | null>(null)
  const onMade = useCallback(
    (made: DatasetExport) => {
      setMadeId(made.id)
      patch((before) => [made, ...before.filter(({ id }) => id !== made.id)])
      onChange(made)
    },
    [patch, onChange],
  )
  const making = useExportMaking(onMade)
  if (!all) return <NotLoaded title={words.exports} error={failure} reload={reload} />
  return (
    <div>
      <Radio.Group
        label={words.exports}
        description={words.exportsHint}
        value={value?.id ?? ''}
        onChange={(id) => onChange(all.find((one) => one.id === id) ?? null)}
        error={error}
      >
        {all.length > 0 && (
          <div className={classes.exports}>
            {all.map((one) => (
              <Radio key={one.id} size="xs" value={one.id} label={one.name} description={<Facts of={one} />} />
            ))}
          </div>
        )}
      </Radio.Group>
      {all.length === 0 && !making.now && <p className={classes.note}>{words.noExports}</p>}
      <div role="status">
        {making.now ? (
          <div className={classes.making}>
            <p className={classes.note}>
              {making.now.status === 'pending' ? words.waiting : words.making(making.now.dataset_name)}
            </p>
            <Progress value={making.now.progress} size="sm" aria-label={words.making(making.now.dataset_name)} />
          </div>
        ) : (
          value && value.id === madeId && <p className={classes.note}>{words.made(value.name)}</p>
        )}
      </div>
      {making.problem !== null && (
        <p className={classes.error} role="alert">
          {making.problem}
        </p>
      )}
      <Button mt={8} variant="default" onClick={() => void (making.now ? making.cancel() : making.start(datasetId))}>
        {making.now ? words.cancelExport : words.make}
      </Button>
    </div>
  )
}

function Facts({ of }: { of: DatasetExport }) {
  const { image_count, annotation_count, created_at, classes: names } = of
  const more = names.length - SHOWN_CLASSES
  const shown = [...names.slice(0, SHOWN_CLASSES), ...(more > 0 ? [words.moreClasses(more)] : [])]
  return (
    <>
      {words.exportFacts(image_count, annotation_count, formatWhen(created_at))}
      <br />
      {words.classes(names.length, shown.join(', '))}
      <ExportWarnings of={of} />
    </>
  )
}

const EVERY_MS = 700

interface ExportMaking {
  /** The export that is being made; null before and afterwards. */
  now: DatasetExport | null
  problem: string | null
  start(datasetId: string): Promise<void>
  cancel(): Promise<void>
}

const hasEnded = ({ status }: DatasetExport): boolean => status !== 'pending' && status !== 'running'

const reasonOf = ({ error_message, text }: DatasetExport): string =>
  messageText({ message: error_message ?? '', ...(text && { text }) })

/**
 * Makes an export of a data set and follows it until it has ended.
 * @param onMade called with the completed export; stable across renders
 */
function useExportMaking(onMade: (made: DatasetExport) => void): ExportMaking {
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
