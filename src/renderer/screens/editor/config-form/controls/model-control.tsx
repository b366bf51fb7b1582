/** Picks a ready model of the platform; an unknown model named in a workflow file stays visible. */
import { Anchor, Loader, Select, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Model } from '../../../../../shared/api/models.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { readModels } from '../../../../base/host/read-models.ts'
import { texts } from '../../../../texts/texts.ts'
import { ModelFactsCard } from './model-facts-card.tsx'

export function ModelControl({ id, value, onChange, error, context }: ControlProps) {
  const host = useHost()
  const [models, setModels] = useState<readonly Model[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an import adds a model
  useEffect(() => {
    let current = true
    readModels(host).then(
      (all) => current && setModels(all),
      (e: Error) => current && setFailure(e.message),
    )
    return () => {
      current = false
    }
  }, [host, context.modelsImported])

  const chosen = models?.find((m) => m.name === value || m.id === value)
  const known = (models ?? []).map((m) => ({ value: m.name, label: m.name, disabled: m.status !== 'ready' }))
  const data =
    typeof value === 'string' && !chosen
      ? [...known, { value, label: texts.blocks.datasetControl.notFound(value) }]
      : known
  return (
    <Stack gap={4}>
      <Select
        id={id}
        size="xs"
        data={data}
        value={chosen?.name ?? (typeof value === 'string' ? value : null)}
        onChange={(v) => onChange(v ?? undefined)}
        placeholder={models ? texts.blocks.modelControl.choose : texts.models.modelsScreen.loading}
        rightSection={models || failure ? undefined : <Loader size={12} />}
        nothingFoundMessage={texts.blocks.modelControl.none}
        error={error !== null}
        clearable
        searchable
      />
      {context.getModel && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          ta="left"
          onClick={() => context.getModel?.(id.slice(context.nodeId.length + 1))}
        >
          {texts.getModel.open}
        </Anchor>
      )}
      {chosen && <ModelFactsCard model={chosen} msPerFrame={context.msPerFrame ?? null} source={context.source} />}
      {failure && (
        <Text size="xs" c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
    </Stack>
  )
}
