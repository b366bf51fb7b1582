/** Renders the config form of a block from the JSON Schema of its kind, without any code specific to one kind. */
import { Anchor, Button, Collapse, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { uiOf } from '../../../../shared/blocks/block.ts'
import type { BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import type { FieldSchema, FormContext } from '../../../base/blocks/form-context.ts'
import { texts } from '../../../texts/texts.ts'
import { changedSettings, isChanged, isSetting } from './default-text.ts'
import { Field } from './field.tsx'

export interface ConfigFormProps {
  kind: BlockKindName
  /** The config as the graph stores it: fields with defaults may be missing. */
  config: Record<string, unknown>
  /** `field` is the JSON pointer of the changed field; it merges the edits made while typing into one undo step. */
  onChange(config: Record<string, unknown>, change: { field: string }): void
  issues: readonly Issue[]
  context: FormContext
}

/** True when what `schema` depends on holds: the value of a sibling field, or a union of detections. */
function isShown(schema: FieldSchema, inForce: (name: string) => unknown, context: FormContext): boolean {
  const { showIf, ofUnion = false } = uiOf(schema as Record<string, unknown>)
  if (ofUnion && context.unites !== true) return false
  return !showIf || Object.entries(showIf).every(([name, values]) => values.includes(inForce(name)))
}

export function ConfigForm({ kind, config, onChange, issues, context }: ConfigFormProps) {
  const [advanced, setAdvanced] = useState(false)
  const properties = BLOCKS[kind].config.properties as Record<string, FieldSchema>
  const inForce = (name: string) => (config[name] === undefined ? properties[name]?.default : config[name])
  const shown = Object.entries(properties).filter(([, schema]) => isShown(schema, inForce, context))
  const isAdvanced = (schema: FieldSchema) => uiOf(schema as Record<string, unknown>).advanced === true
  const errorOf = (name: string) =>
    issues.find((i) => i.field === `/${name}` || i.field?.startsWith(`/${name}/`))?.message ?? null

  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = config
    onChange(value === undefined ? rest : { ...rest, [name]: value }, { field: `/${name}` })
  }
  const fields = (entries: [string, FieldSchema][]) =>
    entries.map(([name, schema]) => (
      <Field
        key={name}
        id={`${context.nodeId}-${name}`}
        schema={schema}
        value={inForce(name)}
        isChanged={isSetting(name, schema) && isChanged(schema, config[name])}
        onChange={(value) => set(name, value)}
        error={errorOf(name)}
        context={context}
        siblings={inForce}
      />
    ))

  const changed = changedSettings(properties, config)
  const resetAll = () =>
    onChange(Object.fromEntries(Object.entries(config).filter(([name]) => !changed.includes(name))), { field: '' })
  const rest = shown.filter(([, schema]) => isAdvanced(schema))
  const hidesAnError = rest.some(([name]) => errorOf(name) !== null)
  return (
    <Stack gap="md">
      {changed.length > 0 && (
        <Group gap={8} justify="space-between" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {texts.blocks.configForm.differ(changed.length)}
          </Text>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={resetAll}>
            {texts.blocks.configForm.resetAll}
          </Button>
        </Group>
      )}
      {fields(shown.filter(([, schema]) => !isAdvanced(schema)))}
      {rest.length > 0 && (
        <>
          <Anchor
            component="button"
            type="button"
            size="xs"
            ta="left"
            aria-expanded={advanced || hidesAnError}
            onClick={() => setAdvanced(!advanced)}
          >
            {advanced || hidesAnError
              ? texts.blocks.configForm.hideAdvanced
              : texts.blocks.configForm.advanced(rest.length)}
          </Anchor>
          <Collapse expanded={advanced || hidesAnError}>
            <Stack gap="md">{fields(rest)}</Stack>
          </Collapse>
        </>
      )}
    </Stack>
  )
}
