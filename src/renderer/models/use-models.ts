/** The models that the platform has, and importing another. */
import { useCallback } from 'react'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Model } from '../../shared/api/models.ts'
import { StoredUpload } from '../../shared/bridge/studio.ts'
import { useHost } from '../shell/host.ts'
import { useResource } from '../ui/use-resource.ts'

export function useModels() {
  const host = useHost()
  const load = useCallback(async () => {
    const models: Model[] = []
    for (;;) {
      const page = await host.api('models.list', { query: { limit: 100, offset: models.length } })
      models.push(...page.data)
      if (!page.has_more || page.data.length === 0) return models
    }
  }, [host])
  const { value, error, reload } = useResource(load)

  /** Sends the file to the host, then makes a model of it. Rejects with a sentence. */
  const importFile = async (file: File): Promise<Model> => {
    if (!/\.onnx$/i.test(file.name)) throw new Error(`“${file.name}” is not an ONNX file. Export your model as .onnx.`)
    const uri = await upload(host.info.upload_url, file)
    const name = file.name
      .replace(/\.onnx$/i, '')
      .replaceAll('/', '-')
      .slice(0, 100)
    const model = await host.api('models.import', { body: { gcs_uri: uri, name } })
    await reload()
    return model
  }
  return { models: value, error, reload, importFile }
}

const Refusal = Type.Object({ error: Type.Object({ message: Type.String() }) })

/** PUTs the file and returns the handle that the host gave it. */
async function upload(base: string, file: File): Promise<string> {
  const url = new URL(base, window.location.href)
  url.searchParams.set('filename', file.name)
  url.searchParams.set('purpose', 'model')
  const response = await fetch(url, { method: 'PUT', body: file })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && Value.Check(StoredUpload, answer)) return answer.uri
  if (Value.Check(Refusal, answer)) throw new Error(answer.error.message)
  throw new Error(`The file could not be stored (status ${response.status}). Try again.`)
}
