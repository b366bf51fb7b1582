/** The models screen: the available models, and the import of one's own. */

import { Badge, Button, Code, CopyButton, FileButton, Modal, Skeleton } from '@mantine/core'
import { openModal } from '@mantine/modals'
import { IconBox, IconCheck, IconCopy, IconDownload, IconFileText, IconUpload } from '@tabler/icons-react'
import { type DragEvent, lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { Model } from '../../../shared/api/models.ts'
import { taskOf } from '../../../shared/domain/model-types.ts'
import { contributed, useExtensions } from '../../base/extensions/extensions.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { GuideLink } from '../../base/guide/guide-link.tsx'
import { hrefOf } from '../../base/navigation/route.ts'
import { ClassColors, colorsOfModel } from '../../base/ui/class-colors.ts'
import { ClassDot } from '../../base/ui/class-dot.tsx'
import { Fact, FactList } from '../../base/ui/fact.tsx'
import { Empty, LoadError, Page, useTitle } from '../../base/ui/page.tsx'
import { toastError, toastInfo } from '../../base/ui/toast.tsx'
import { DownloadList } from '../../parts/model/get-model/download-list.tsx'
import { openGetModel } from '../../parts/model/get-model/get-model-store.ts'
import { AssumedNote } from '../../parts/model/model-input/assumed-note.tsx'
import { PixelsText } from '../../parts/model/model-input/input-facts.tsx'
import { classNamesOf, figuresOf, inputSizeOf } from '../../parts/model/models/model-facts.ts'
import { droppedFiles, type PlacedFile, pickedFiles } from '../../parts/studio/upload/dropped-files.ts'
import { texts } from '../../texts/texts.ts'
import { foreignFolder, type ModelFiles, modelsAmong } from './model-files.ts'
import classes from './models.module.css'
import { ForeignFile, ModelMenu, type Models, useModels } from './use-models.tsx'

function refuse(file: string, failure: unknown): void {
  if (failure instanceof ForeignFile && failure.commands.length > 0) showExportCommands(file, failure)
  else toastError(texts.models.modelsScreen.notImported(file), failure)
}

export function ModelsScreen() {
  useTitle(texts.models.modelsScreen.title)
  const all = useModels()
  const { models, error, reload, importFiles } = all
  const [busy, setBusy] = useState<string | null>(null)
  const [dragging, setDragging] = useState(false)
  const [imported, setImported] = useState<Model | null>(null)
  const reset = useRef<() => void>(null)

  const takeOne = async (files: ModelFiles) => {
    const { name } = files.model
    setBusy(name)
    try {
      const model = await importFiles(files)
      setImported(model)
      toastInfo(texts.models.modelsScreen.ready(model.name))
    } catch (failure) {
      refuse(name, failure)
    }
  }
  const take = async (files: readonly PlacedFile[]) => {
    if (busy) return
    const foreign = foreignFolder(files)
    if (foreign) refuse(String(foreign.params.name), new ForeignFile(foreign))
    else for (const model of await modelsAmong(files)) await takeOne(model)
    setBusy(null)
    reset.current?.()
  }
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setDragging(false)
      void droppedFiles(event.dataTransfer).then(take)
    },
  }
  const importButton = (
    <FileButton resetRef={reset} multiple onChange={(files) => void take(pickedFiles(files))}>
      {(props) => (
        <Button variant="default" leftSection={<IconUpload size={15} />} loading={busy !== null} {...props}>
          {texts.models.modelsScreen.import}
        </Button>
      )}
    </FileButton>
  )

  return (
    <Page
      title={texts.models.modelsScreen.title}
      actions={
        <>
          {importButton}
          <Button leftSection={<IconDownload size={15} />} onClick={() => openGetModel()}>
            {texts.getModel.title}
          </Button>
        </>
      }
    >
      <div className={classes.content} data-dragging={dragging || undefined} {...drop}>
        {busy && (
          <p className={classes.busy} role="status">
            {texts.models.modelsScreen.importing(busy)}
          </p>
        )}
        <div className={classes.downloads}>
          {imported && <AssumedNote model={imported} onDismiss={() => setImported(null)} />}
          <DownloadList />
        </div>
        {!models && error && (
          <LoadError title={texts.models.modelsScreen.cannotShow} message={error} onRetry={() => void reload()} />
        )}
        {!models && !error && (
          <Skeleton height={132} radius="md" role="status" aria-label={texts.models.modelsScreen.loading} />
        )}
        {models?.length === 0 && (
          <Empty
            icon={<IconBox size={18} />}
            title={texts.models.modelsScreen.none}
            action={<GuideLink page="models" />}
          >
            {texts.models.modelsScreen.noneHint}
          </Empty>
        )}
        {models && models.length > 0 && (
          <>
            <ul className={classes.list}>
              {models.map((model) => (
                <ModelCard key={model.id} model={model} models={all} />
              ))}
            </ul>
            <p className={classes.hint}>{texts.models.modelsScreen.drop}</p>
          </>
        )}
      </div>
    </Page>
  )
}

/** Loaded when a card is opened: the Markdown renderer is larger than the screen's own code. */
const ModelReadme = lazy(async () => ({ default: (await import('./model-readme.tsx')).ModelReadme }))

/** Limit of listed classes, so that they don't fill the card. */
const SHOWN_CLASSES = 24

/** The card of one model: its classes, its training, and its own model card. */
function ModelCard({ model, models }: { model: Model; models: Models }) {
  const [open, setOpen] = useState(false)
  const { modelActions } = useExtensions()
  const names = useMemo(() => classNamesOf(model), [model])
  const colors = useMemo(() => colorsOfModel(names), [names])
  const size = inputSizeOf(model)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>
          <a className={classes.open} href={hrefOf({ screen: 'model', modelId: model.id })}>
            {model.name}
          </a>
        </h2>
        {model.status !== 'ready' && (
          <Badge color={model.status === 'failed' ? 'red' : 'gray'}>
            {texts.models.modelCard.statuses[model.status]}
          </Badge>
        )}
        <span className={classes.gap} />
        {model.readme && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconFileText size={14} />}
            onClick={() => setOpen(true)}
          >
            {texts.models.modelCard.card}
          </Button>
        )}
        {contributed(modelActions, { model })}
        <ModelMenu model={model} models={models} />
      </div>
      {model.description && <p>{model.description}</p>}
      <ul className={classes.classes} aria-label={texts.models.modelCard.classes}>
        <ClassColors value={colors}>
          {names.slice(0, SHOWN_CLASSES).map((name) => (
            <li key={name}>
              <ClassDot name={name} />
            </li>
          ))}
        </ClassColors>
        {names.length > SHOWN_CLASSES && <li>{texts.models.modelCard.moreClasses(names.length - SHOWN_CLASSES)}</li>}
        {names.length === 0 && <li>{texts.models.modelCard.noClasses}</li>}
      </ul>
      <FactList layout="card" className={classes.facts}>
        <Fact name={texts.models.modelCard.task}>{texts.models.modelCard.tasks[taskOf(model)]}</Fact>
        {model.architecture && <Fact name={texts.models.modelCard.architecture}>{model.architecture}</Fact>}
        {size && <Fact name={texts.models.modelCard.input}>{size}</Fact>}
        {model.conversion_in_use && (
          <Fact name={texts.modelInput.pixels}>
            <PixelsText inUse={model.conversion_in_use} />
          </Fact>
        )}
        <Fact name={texts.models.modelCard.precision}>{model.precision}</Fact>
        {figuresOf(model).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name={texts.models.modelCard.added}>
          <time dateTime={model.created_at} title={formatFullDate(model.created_at)}>
            {formatWhen(model.created_at)}
          </time>
        </Fact>
      </FactList>
      {model.readme && (
        <Modal opened={open} onClose={() => setOpen(false)} title={model.name} size="lg">
          <Suspense fallback={null}>
            <ModelReadme text={model.readme} />
          </Suspense>
        </Modal>
      )}
    </li>
  )
}

const words = texts.getModel.exported

/** The commands that export a model file of another framework, each with a button that copies it. */
function showExportCommands(file: string, { message, commands }: ForeignFile): void {
  openModal({
    title: words.title(file),
    size: 'lg',
    children: (
      <div className={classes.commands}>
        <p>{message}</p>
        {commands.map((command) => (
          <div key={command}>
            <Code block>{command}</Code>
            <CopyButton value={command}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  onClick={copy}
                >
                  {copied ? texts.ui.words.copied : words.copy}
                </Button>
              )}
            </CopyButton>
          </div>
        ))}
      </div>
    ),
  })
}
