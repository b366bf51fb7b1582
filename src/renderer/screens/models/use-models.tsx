/** The models of the platform: reading, importing and deleting them, and the menu of one. */

import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconPencil, IconPhotoCog, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { useStore } from 'zustand'
import type { BodyOf } from '../../../shared/api/endpoint.ts'
import type { EndpointById } from '../../../shared/api/index.ts'
import type { Model, ModelUpdate } from '../../../shared/api/models.ts'
import type { ModelUsers } from '../../../shared/api/resource-users.ts'
import { StoredUpload } from '../../../shared/bridge/studio.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import { exportCommands, foreignModel, KIND_BYTES } from '../../../shared/domain/model-file-kind.ts'
import { type Message, MessageText } from '../../../shared/messages/message.ts'
import { useHost } from '../../base/host/host-context.ts'
import { readModels } from '../../base/host/read-models.ts'
import { askName } from '../../base/ui/ask-name.tsx'
import { confirm } from '../../base/ui/confirm.tsx'
import { deleteWithUndo, usePendingDeletes } from '../../base/ui/pending-deletes.ts'
import { useResource } from '../../base/ui/resource.tsx'
import { toastError } from '../../base/ui/toast.tsx'
import { openModelInput } from '../../parts/model/model-input/model-input-store.ts'
import { modelsStore } from '../../parts/model/models/models-store.ts'
import { messageText, textOf } from '../../texts/message-text.ts'
import { texts } from '../../texts/texts.ts'
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

const nameOf = ({ name }: File): string => cutText(name.replace(/\.onnx$/i, '').replaceAll('/', '-'), 100)

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

/** Limit of listed names; the rest are counted. */
const SHOWN = 12

/** Lists the users of a model before it is deleted. */
function confirmUsedModel(name: string, { workflows, runs, evaluations }: ModelUsers, drop: () => void): void {
  const words = texts.models.used
  confirm({
    title: words.title(name),
    action: texts.ui.words.delete,
    children: (
      <>
        {workflows.length > 0 && (
          <>
            <p>{words.workflows(workflows.length)}</p>
            <Names names={workflows.map((workflow) => workflow.name)} />
          </>
        )}
        {runs.length > 0 && (
          <>
            <p>{words.runs(runs.length)}</p>
            <Names names={runs.map((run) => run.workflow_name)} />
          </>
        )}
        {evaluations.length > 0 && (
          <>
            <p>{words.evaluations(evaluations.length)}</p>
            <Names names={evaluations.map((evaluation) => evaluation.export_name)} />
          </>
        )}
      </>
    ),
    onConfirm: async () => drop(),
  })
}

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - SHOWN
  return (
    <ul>
      {names.slice(0, SHOWN).map((name, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two runs of one workflow, or evaluations on one export, have the same name
        <li key={i}>{name}</li>
      ))}
      {more > 0 && <li>{texts.models.used.more(more)}</li>}
    </ul>
  )
}

/** The menu of actions on a model. */
export function ModelMenu({ model, models }: { model: Model; models: Models }) {
  const rename = () =>
    askName({
      title: texts.models.modelMenu.renameTitle,
      initial: model.name,
      action: texts.ui.words.rename,
      onName: (name) => models.change(model.id, { name }),
    })
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={texts.models.modelMenu.more(model.name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={rename}>
          {texts.ui.words.rename}
        </Menu.Item>
        {model.status === 'ready' && (
          <Menu.Item leftSection={<IconPhotoCog size={15} />} onClick={() => openModelInput(model)}>
            {texts.modelInput.open}
          </Menu.Item>
        )}
        {model.status === 'ready' && (
          <Menu.Item component="a" href={models.weightsUrl(model.id)} leftSection={<IconDownload size={15} />}>
            {texts.models.modelMenu.download}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void models.remove(model)}>
          {texts.ui.words.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
