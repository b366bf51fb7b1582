/** Reads the models of the platform and imports new ones. */
import { useCallback, useMemo } from 'react'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { useStore } from 'zustand'
import type { BodyOf } from '../../../shared/api/endpoint.ts'
import type { EndpointById } from '../../../shared/api/index.ts'
import type { Model, ModelUpdate } from '../../../shared/api/models.ts'
import { StoredUpload } from '../../../shared/bridge/studio.ts'
import { exportCommands, foreignModel, KIND_BYTES } from '../../../shared/domain/model-file-kind.ts'
import { type Message, MessageText } from '../../../shared/messages/message.ts'
import { useHost } from '../../base/host/host-context.ts'
import { readModels } from '../../base/host/read-models.ts'
import { deleteWithUndo, usePendingDeletes } from '../../base/ui/pending-deletes.ts'
import { toastError } from '../../base/ui/toast.tsx'
import { useResource } from '../../base/ui/use-resource.ts'
import { modelsStore } from '../../parts/model/models/models-store.ts'
import { messageText, textOf } from '../../texts/message-text.ts'
import { texts } from '../../texts/texts.ts'
import { confirmUsedModel } from './confirm-used-model.tsx'
import type { ModelFiles } from './model-files.ts'

/** A model file of another framework; `commands` export it to ONNX. */
export class ForeignFile extends Error {
  override readonly name = 'ForeignFile'
  readonly commands: readonly string[]
  constructor(message: Message) {
    super(textOf(message))
    this.commands = exportCommands(message)
  }
}

export function useModels() {
  const host = useHost()
  const changes = useStore(modelsStore, (s) => s.changes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again after a download or a change in another part, which `changes` counts
  const load = useCallback(() => readModels(host), [host, changes])
  const hidden = usePendingDeletes((s) => s.ids)
  const { value, error, reload, patch } = useResource(load)
  const models = useMemo(() => value?.filter(({ id }) => !hidden.has(id)), [value, hidden])

  /** Uploads the files to the host, then creates a model from them. Rejects with a sentence. */
  const importFiles = async ({ model: file, data }: ModelFiles): Promise<Model> => {
    const foreign = foreignModel(file.name, new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()))
    if (foreign) throw new ForeignFile(foreign)
    const isArchive = /\.zip$/i.test(file.name)
    if (!isArchive && !/\.onnx$/i.test(file.name)) throw new Error(texts.models.useModels.notOnnx(file.name))
    const send = (one: File) => upload(host.info.upload_url, one)
    const data_gcs_uris: string[] = []
    for (const one of data) data_gcs_uris.push(await send(one))
    const body: BodyOf<EndpointById<'models.import'>> = { gcs_uri: await send(file) }
    if (data_gcs_uris.length > 0) body.data_gcs_uris = data_gcs_uris
    // The model in an archive has a name of its own.
    if (!isArchive) body.name = nameOf(file)
    const model = await host.api('models.import', { body })
    await reload()
    return model
  }
  const change = async (id: string, body: ModelUpdate) => {
    const changed = await host.api('models.update', { params: { model: id }, body })
    patch((all) => all.map((model) => (model.id === id ? changed : model)))
  }
  /** Asks for confirmation first if the model is in use. */
  const remove = async ({ id, name }: Model) => {
    const drop = () =>
      deleteWithUndo(id, `“${name}”`, async () => {
        await host.api('models.delete', { params: { model: id } })
        patch((all) => all.filter((model) => model.id !== id))
      })
    try {
      const users = await host.api('models.users', { params: { model: id } })
      if (users.workflows.length + users.runs.length + users.evaluations.length === 0) drop()
      else confirmUsedModel(name, users, drop)
    } catch (failure) {
      toastError(texts.ui.pendingDeletes.failed(`“${name}”`), failure)
    }
  }
  const weightsUrl = (id: string) => `${host.info.files_base}/models/${encodeURIComponent(id)}?download`
  return { models, error, reload, importFiles, change, remove, weightsUrl }
}

const nameOf = ({ name }: File): string =>
  name
    .replace(/\.onnx$/i, '')
    .replaceAll('/', '-')
    .slice(0, 100)

export type Models = ReturnType<typeof useModels>

const Refusal = Type.Object({ error: Type.Object({ message: Type.String(), text: Type.Optional(MessageText) }) })

/** Uploads the file with PUT and returns the handle assigned by the host. */
async function upload(base: string, file: File): Promise<string> {
  const url = new URL(base, window.location.href)
  url.searchParams.set('filename', file.name)
  url.searchParams.set('purpose', 'model')
  const response = await fetch(url, { method: 'PUT', body: file })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && Value.Check(StoredUpload, answer)) return answer.uri
  if (Value.Check(Refusal, answer)) throw new Error(messageText(answer.error))
  throw new Error(texts.models.useModels.notStored(response.status))
}
