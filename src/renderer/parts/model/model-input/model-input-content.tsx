/** The content of the dialog: the model as it is now, and the editor of its input. */
import { useCallback } from 'react'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { InputEditor } from './input-editor.tsx'
import classes from './model-input.module.css'

interface ModelInputContentProps {
  modelId: string
  source: PickedSource | null
  onChanged(isChanged: boolean): void
}

export function ModelInputContent({ modelId, source, onChanged }: ModelInputContentProps) {
  const host = useHost()
  const load = useCallback(() => host.api('models.get', { params: { model: modelId } }), [host, modelId])
  const { value: model, error, reload, patch } = useResource(load)
  return (
    <>
      <p className={classes.about}>{texts.modelInput.about}</p>
      {model ? (
        <InputEditor model={model} source={source} onChanged={onChanged} onSaved={(saved) => patch(() => saved)} />
      ) : (
        <NotLoaded title={texts.modelInput.cannotShow} error={error} reload={reload} />
      )}
    </>
  )
}
