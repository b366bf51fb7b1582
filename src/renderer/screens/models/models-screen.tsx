/** The models screen: the available models, and the import of one's own. */

import { Button, FileButton, Skeleton } from '@mantine/core'
import { IconBox, IconDownload, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import type { Model } from '../../../shared/api/models.ts'
import { GuideLink } from '../../base/guide/guide-link.tsx'
import { Empty, LoadError } from '../../base/ui/empty.tsx'
import { Page } from '../../base/ui/page.tsx'
import { toastError, toastInfo } from '../../base/ui/toast.tsx'
import { useTitle } from '../../base/ui/use-title.ts'
import { DownloadList } from '../../parts/model/get-model/download-list.tsx'
import { openGetModel } from '../../parts/model/get-model/get-model-store.ts'
import { AssumedNote } from '../../parts/model/model-input/assumed-note.tsx'
import { droppedFiles, type PlacedFile, pickedFiles } from '../../parts/studio/upload/dropped-files.ts'
import { texts } from '../../texts/texts.ts'
import { showExportCommands } from './export-commands.tsx'
import { ModelCard } from './model-card.tsx'
import { foreignFolder, type ModelFiles, modelsAmong } from './model-files.ts'
import classes from './models.module.css'
import { ForeignFile, useModels } from './use-models.ts'

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
