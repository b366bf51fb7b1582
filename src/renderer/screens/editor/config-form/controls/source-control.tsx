/** Picks what a source block reads: a file or a completed export. */
import { Button, Group, Loader, Select, Stack, Text } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { DatasetExport } from '../../../../../shared/api/exports.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { formatDuration, formatRate, formatWhen } from '../../../../base/format/format.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { ExportWarnings } from '../../../../parts/studio/exports/export-warnings.tsx'
import { texts } from '../../../../texts/texts.ts'

/** Shows the file of a source block (name and frame size) with a button to choose another. */
export function SourceControl({ id, value, context, siblings }: ControlProps) {
  const { source, chooseSource } = context
  const fileName = typeof value === 'string' ? decodeURIComponent(value.split('/').at(-1) ?? value) : null
  const facts = source?.video
    ? texts.blocks.sourceControl.facts(
        `${source.video.width} × ${source.video.height}`,
        formatDuration(source.video.duration_seconds),
        formatRate(source.video.native_fps),
      )
    : null
  return (
    <Stack gap={6}>
      {fileName && (
        <Group gap={8} wrap="nowrap">
          <IconMovie size={16} aria-hidden />
          <Text size="sm" truncate title={typeof value === 'string' ? value : undefined}>
            {source?.name ?? fileName}
          </Text>
        </Group>
      )}
      {facts && (
        <Text size="xs" c="dimmed">
          {facts}
        </Text>
      )}
      <Button
        id={id}
        size="xs"
        variant={fileName ? 'default' : 'filled'}
        aria-labelledby={`${id}-label ${id}`}
        onClick={() => chooseSource?.()}
        disabled={!chooseSource}
      >
        {fileName
          ? texts.blocks.sourceControl.another
          : texts.blocks.sourceControl[siblings?.('kind') === 'image' ? 'image' : 'video']}
      </Button>
    </Stack>
  )
}

/** Rows per request. Exports beyond the first page can only be named in the workflow file. */
const PAGE = 200

/** Picks a completed export; one that is missing here stays visible. */
export function ExportControl({ id, value, onChange, error }: ControlProps) {
  const host = useHost()
  const [exports, setExports] = useState<readonly DatasetExport[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    host.api('exports.list', { query: { status: 'completed', limit: PAGE } }).then(
      ({ data }) => !left && setExports(data),
      (reason) => !left && setFailure(errorText(reason)),
    )
    return () => {
      left = true
    }
  }, [host])

  const words = texts.blocks.exportControl
  const chosen = exports?.find((e) => e.id === value)
  const known = (exports ?? []).map((e) => ({ value: e.id, label: words.label(e.name, formatWhen(e.created_at)) }))
  const missing = typeof value === 'string' && !chosen ? value : null
  const data =
    missing === null ? known : [...known, { value: missing, label: exports ? words.notFound(missing) : missing }]

  return (
    <Stack gap={4}>
      <Select
        id={id}
        size="xs"
        data={data}
        value={typeof value === 'string' ? value : null}
        onChange={(v) => onChange(v ?? undefined)}
        placeholder={exports || failure ? words.choose : words.loading}
        rightSection={exports || failure ? undefined : <Loader size={12} />}
        nothingFoundMessage={words.none}
        error={error !== null}
        searchable
      />
      {chosen && (
        <Text size="xs" c="dimmed">
          {words.facts(chosen.image_count, chosen.annotation_count, chosen.dataset_name)}
          <ExportWarnings of={chosen} />
        </Text>
      )}
      {failure && (
        <Text size="xs" c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
    </Stack>
  )
}
