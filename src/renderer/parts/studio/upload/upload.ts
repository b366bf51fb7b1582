/** Uploads a picked file to the host, with progress and cancellation. */
import { Value } from 'typebox/value'
import { createStore } from 'zustand/vanilla'
import { PickedSource } from '../../../../shared/bridge/studio.ts'
import { texts } from '../../../texts/texts.ts'
import { sendFile } from './send-file.ts'

export interface Upload {
  name: string
  /** Bytes. */
  sent: number
  total: number
  cancel(): void
}

/** The upload in progress, if any. */
export const uploadStore = createStore<{ upload: Upload | null }>()(() => ({ upload: null }))

/** Resolves with null when cancelled; rejects with a sentence for the user. */
export async function uploadSource(url: string, file: File): Promise<PickedSource | null> {
  const stop = new AbortController()
  const base = { name: file.name, total: file.size, cancel: () => stop.abort() }
  const show = (sent: number) => uploadStore.setState({ upload: { ...base, sent } })
  show(0)
  try {
    const answer = await sendFile(url, file, { purpose: 'source', signal: stop.signal, onProgress: show })
    if (answer === null || Value.Check(PickedSource, answer)) return answer
    throw new Error(texts.editor.files.upload.unreadable(file.name))
  } finally {
    uploadStore.setState({ upload: null })
  }
}
