/** An import of an archive: uploaded, planned, carried out and undone. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { Value } from 'typebox/value'
import type { BodyOf } from '../../../../../shared/api/endpoint.ts'
import type { DatasetImport, ImportCreate, imports } from '../../../../../shared/api/imports.ts'
import { StoredUpload } from '../../../../../shared/bridge/studio.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { toastError } from '../../../../base/ui/toast.tsx'
import { useFollowed } from '../../../../parts/studio/jobs/use-followed.ts'
import { sendFile } from '../../../../parts/studio/upload/send-file.ts'
import { texts } from '../../../../texts/texts.ts'

const words = texts.data.bring.archive

export type ImportAnswer = BodyOf<typeof imports.confirm>
export type ImportChoice = Pick<ImportCreate, 'mode' | 'class_map' | 'format' | 'directory_path'>

/** A planned import waits for the user, so reading it again brings nothing. */
const isResting = ({ status }: DatasetImport): boolean => !['planning', 'importing', 'undoing'].includes(status)

/** @param onChanged called after images or annotations have changed */
export function useImport(datasetId: string, onChanged: () => Promise<void>) {
  const host = useHost()
  const [sending, setSending] = useState<{ file: File; sent: number } | null>(null)
  const [uri, setUri] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const read = useCallback(({ id }: DatasetImport) => host.api('imports.get', { params: { import_id: id } }), [host])
  const { now, problem, follow, clear } = useFollowed(read, isResting)

  const status = now?.status
  const before = useRef(status)
  useEffect(() => {
    const was = before.current
    before.current = status
    if ((was === 'importing' || was === 'undoing') && status !== was) void onChanged()
  }, [status, onChanged])

  const plan = (gcs_uri: string, choice: ImportChoice) =>
    follow(() => host.api('imports.create', { body: { dataset: datasetId, gcs_uri, ...choice } }))
  const step = (call: 'imports.confirm' | 'imports.undo', body: ImportAnswer) =>
    now === null
      ? Promise.resolve()
      : follow(() =>
          call === 'imports.confirm'
            ? host.api(call, { params: { import_id: now.id }, body })
            : host.api(call, { params: { import_id: now.id } }),
        )

  return {
    /** Null until an archive is uploaded. */
    now,
    sending,
    problem: failure ?? problem,
    async send(file: File, choice: ImportChoice): Promise<void> {
      const stopping = new AbortController()
      stop.current = stopping
      setFailure(null)
      setSending({ file, sent: 0 })
      try {
        const onProgress = (sent: number) => setSending({ file, sent })
        const options = { purpose: 'dataset', signal: stopping.signal, onProgress } as const
        const answer = await sendFile(host.info.upload_url, file, options)
        if (answer !== null && !Value.Check(StoredUpload, answer)) throw new Error(words.notSent(file.name))
        if (answer !== null) {
          setUri(answer.uri)
          await plan(answer.uri, choice)
        }
      } catch (error) {
        setFailure(errorText(error))
      }
      setSending(null)
    },
    stopSending: () => stop.current?.abort(),
    /** Plans the same archive with other choices; the earlier plan is cancelled. */
    async planAgain(choice: ImportChoice): Promise<void> {
      if (uri === null || now === null) return
      const { id } = now
      await plan(uri, choice)
      await host.api('imports.cancel', { params: { import_id: id } }).catch(() => {})
    },
    confirm: (answer: ImportAnswer) => step('imports.confirm', answer),
    undo: () => step('imports.undo', {}),
    async cancel(): Promise<void> {
      if (now === null) return
      try {
        await host.api('imports.cancel', { params: { import_id: now.id } })
      } catch (error) {
        toastError(words.notCancelled, error)
      }
    },
    clear() {
      clear()
      setUri(null)
      setFailure(null)
    },
  }
}

export type Importing = ReturnType<typeof useImport>
