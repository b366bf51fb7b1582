/** Sends a file to the host's upload address, with progress; it can be aborted. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { UploadPurpose } from '../../../../shared/bridge/studio.ts'
import { MessageText } from '../../../../shared/messages/message.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

export interface Sending {
  purpose: UploadPurpose
  signal?: AbortSignal
  /** Receives the bytes sent. */
  onProgress?(sent: number): void
}

/** Resolves with the host's answer, or with null when aborted; rejects with a sentence for the user. */
export function sendFile(url: string, file: File, { purpose, signal, onProgress }: Sending): Promise<unknown> {
  if (signal?.aborted) return Promise.resolve(null)
  const target = new URL(url, window.location.href)
  target.searchParams.set('filename', file.name)
  if (purpose !== 'source') target.searchParams.set('purpose', purpose)
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal?.addEventListener('abort', abort)
  return new Promise<unknown>((resolve, reject) => {
    request.upload.onprogress = (e) => onProgress?.(e.loaded)
    request.onabort = () => resolve(null)
    request.onerror = () => reject(new Error(texts.editor.files.upload.interrupted))
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300 && answer !== null) resolve(answer)
      else reject(new Error(messageIn(answer) ?? texts.editor.files.upload.unreadable(file.name)))
    }
    request.open('PUT', target)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.send(file)
  }).finally(() => signal?.removeEventListener('abort', abort))
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
