/** Uploads a picked file to the host, with progress and cancellation. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { createStore } from 'zustand/vanilla'
import { PickedSource } from '../../../shared/bridge/studio.ts'
import { MessageText } from '../../../shared/messages/message.ts'
import { messageText } from '../../base/messages/message-text.ts'
import { texts } from '../../base/messages/texts.ts'

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
export function uploadSource(url: string, file: File): Promise<PickedSource | null> {
  const target = new URL(url, window.location.href)
  target.searchParams.set('filename', file.name)
  return new Promise<PickedSource | null>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const base = { name: file.name, total: file.size, cancel: () => request.abort() }
    uploadStore.setState({ upload: { ...base, sent: 0 } })
    request.upload.onprogress = (e) => uploadStore.setState({ upload: { ...base, sent: e.loaded } })
    request.onabort = () => resolve(null)
    request.onerror = () => reject(new Error(texts.editor.files.upload.interrupted))
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300 && Value.Check(PickedSource, answer)) resolve(answer)
      else reject(new Error(messageIn(answer) ?? texts.editor.files.upload.unreadable(file.name)))
    }
    request.open('PUT', target)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.send(file)
  }).finally(() => uploadStore.setState({ upload: null }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const Refusal = Type.Object({ message: Type.String({ minLength: 1 }), text: Type.Optional(MessageText) })

/** Extracts the sentence from an error response of the host, in any of its shapes. */
function messageIn(answer: unknown): string | undefined {
  const error = (answer as { error?: unknown } | null)?.error ?? answer
  return Value.Check(Refusal, error) ? messageText(error) : undefined
}
