/** Chooses the picture on which a model is tried: a file, an image of a data set, or the source of the workflow. */
import { ActionIcon, Button, Group, Select, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhoto } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { PickedSource } from '../../../../../shared/bridge/studio.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { useResource } from '../../../../base/ui/use-resource.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../model-input.module.css'
import { type Specimen, specimenOfDataset, specimenOfFile } from './specimen.ts'

const words = texts.modelInput.trial
/** Rows per request. */
const MOST = 1000

interface SpecimenChoiceProps {
  specimen: Specimen | null
  source: PickedSource | null
  busy: boolean
  onPick(): void
  onChoose(specimen: Specimen): void
}

export function SpecimenChoice({ specimen, source, busy, onPick, onChoose }: SpecimenChoiceProps) {
  const host = useHost()
  const load = useCallback(async () => {
    const { data } = await host.api('datasets.list', { query: { limit: MOST } })
    return data.filter(({ image_count }) => image_count > 0)
  }, [host])
  const { value: datasets } = useResource(load)
  const chosen = datasets?.find(({ id }) => id === specimen?.config.dataset_project_id)
  const place = specimen?.place
  const go = (index: number) => chosen && onChoose(specimenOfDataset(chosen, index))
  return (
    <Group gap={8} align="end">
      <Button variant="default" size="xs" leftSection={<IconPhoto size={15} />} loading={busy} onClick={onPick}>
        {specimen ? words.other : words.choose}
      </Button>
      {source && specimen?.config.gcs_uri !== source.uri && (
        <Button variant="default" size="xs" onClick={() => onChoose(specimenOfFile(source))}>
          {words.ofSource}
        </Button>
      )}
      {datasets && datasets.length > 0 && (
        <Select
          size="xs"
          aria-label={words.dataset}
          placeholder={words.dataset}
          data={datasets.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          searchable
          allowDeselect={false}
          nothingFoundMessage={texts.blocks.datasetControl.none}
          onChange={(id) => {
            const dataset = datasets.find((one) => one.id === id)
            if (dataset) onChoose(specimenOfDataset(dataset))
          }}
        />
      )}
      {place && chosen && (
        <Group gap={2} wrap="nowrap">
          <Tooltip label={words.previousImage}>
            <ActionIcon
              size={28}
              aria-label={words.previousImage}
              disabled={place.index === 0}
              onClick={() => go(place.index - 1)}
            >
              <IconChevronLeft size={15} />
            </ActionIcon>
          </Tooltip>
          <span className={classes.place}>{words.place(place.index + 1, place.of)}</span>
          <Tooltip label={words.nextImage}>
            <ActionIcon
              size={28}
              aria-label={words.nextImage}
              disabled={place.index >= place.of - 1}
              onClick={() => go(place.index + 1)}
            >
              <IconChevronRight size={15} />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
    </Group>
  )
}
