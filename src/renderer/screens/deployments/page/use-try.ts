/** Predicts a chosen image with the deployment, through the host: the page itself reaches no other address. */
import { useEffect, useRef, useState } from 'react'
import { MAX_PREDICTION_BYTES, type PredictionReply } from '../../../../shared/api/predictions.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.deployments.tried
/** Base64 takes a third more, and the call has to fit a message to the host too. */
export const MAX_TRIED_IMAGE_BYTES = Math.floor(MAX_PREDICTION_BYTES * 0.7)

export interface Tried {
  file: File
  /** Shows the image while it is the chosen one. */
  url: string
}

export interface TriedReply {
  reply: PredictionReply
  /** Milliseconds from the call to its reply. */
  wholeMs: number
}

export function useTry(deploymentId: string) {
  const host = useHost()
  const [image, setImage] = useState<Tried | null>(null)
  const [result, setResult] = useState<TriedReply | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const turn = useRef(0)

  useEffect(() => () => void (image && URL.revokeObjectURL(image.url)), [image])

  async function predict(file: File): Promise<void> {
    const mine = ++turn.current
    setBusy(true)
    setError(null)
    try {
      const value = await base64Of(file)
      const started = performance.now()
      const body = { image: { type: 'base64' as const, value } }
      const reply = await host.api('deployments.try', { params: { deployment: deploymentId }, body })
      if (mine === turn.current) setResult({ reply, wholeMs: performance.now() - started })
    } catch (failure) {
      if (mine === turn.current) setError(errorText(failure))
    }
    if (mine === turn.current) setBusy(false)
  }

  function choose(file: File): void {
    const refusal = refusalOf(file)
    setError(refusal)
    if (refusal !== null) return
    setResult(null)
    setImage({ file, url: URL.createObjectURL(file) })
    void predict(file)
  }

  return { image, result, error, busy, choose, again: () => image && void predict(image.file) }
}

function refusalOf(file: File): string | null {
  if (!file.type.startsWith('image/')) return words.notAnImage(file.name)
  if (file.size > MAX_TRIED_IMAGE_BYTES) return words.tooLarge(file.name, formatBytes(MAX_TRIED_IMAGE_BYTES))
  return null
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(new Error(words.unreadable(file.name))))
    reader.readAsDataURL(file)
  })
}
