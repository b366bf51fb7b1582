/** Renders the config form of a block from the JSON Schema of its kind, without any code specific to one kind. */
import { ActionIcon, Anchor, Box, Button, Collapse, Group, Input, Stack, Text, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { type FieldUi, uiOf } from '../../../../shared/blocks/block.ts'
import type { BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import type { ControlProps, FieldSchema, FormContext } from '../../../base/blocks/form-context.ts'
import { formatNumber } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './config-form.module.css'
import { ClassesControl, PromptsControl } from './controls/classes-control.tsx'
import { DatasetControl } from './controls/dataset-control.tsx'
import { DrawControl } from './controls/draw-control.tsx'
import { GeometriesControl } from './controls/geometries-control.tsx'
import { DeviceControl, ModelControl } from './controls/model-control.tsx'
import { RulesControl } from './controls/rules-control.tsx'
import { ExportControl, SourceControl } from './controls/source-control.tsx'
import {
  ChoiceControl,
  NumberControl,
  SliderControl,
  SwitchControl,
  TextControl,
  worded,
} from './controls/value-controls.tsx'

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

/** `0.25`, `1 s`, `On`, `ByteTrack`, `Empty`. */
function defaultText(schema: FieldSchema): string {
  const { unit, labels = {} } = uiOf(schema as Record<string, unknown>)
  const value = schema.default
  if (typeof value === 'boolean') return value ? texts.blocks.defaultWords.on : texts.blocks.defaultWords.off
  if (typeof value === 'number') return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
  if (typeof value === 'string')
    return labels[value] ?? (value === '' ? texts.blocks.defaultWords.empty : worded(value))
  if (Array.isArray(value)) return value.length === 0 ? texts.blocks.defaultWords.empty : value.map(String).join(', ')
  return texts.blocks.defaultWords.empty
}

const isChanged = (schema: FieldSchema, value: unknown): boolean =>
  value !== undefined && JSON.stringify(value) !== JSON.stringify(schema.default)

/** Excludes drawn and written content and the block's kind, which a reset of all settings keeps. */
const isSetting = (name: string, { type, items, default: value }: FieldSchema): boolean =>
  value !== undefined && !(type === 'array' && items?.type === 'object') && !/(^|_)kind$/.test(name)

/** Names of the settings that differ from their defaults. */
const changedSettings = (properties: Record<string, FieldSchema>, config: Record<string, unknown>): string[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    isSetting(name, schema) && isChanged(schema, config[name]) ? [name] : [],
  )

type ControlName = NonNullable<FieldUi['control']> | 'choice' | 'switch' | 'number' | 'text' | 'prompts'

/** Maps each field to its control. The map is exhaustive: a new control name without a component does not compile. */
const CONTROLS: Record<ControlName, ComponentType<ControlProps>> = {
  slider: SliderControl,
  classes: ClassesControl,
  model: ModelControl,
  device: DeviceControl,
  source: SourceControl,
  dataset: DatasetControl,
  export: ExportControl,
  geometries: GeometriesControl,
  rules: RulesControl,
  draw: DrawControl,
  url: TextControl,
  multiline: TextControl,
  choice: ChoiceControl,
  switch: SwitchControl,
  number: NumberControl,
  text: TextControl,
  prompts: PromptsControl,
}

/** Returns the control named in the schema, else the one that suits the field's type. */
function controlNameOf(schema: FieldSchema): ControlName {
  const wish = uiOf(schema as Record<string, unknown>).control
  if (wish) return wish
  if (schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type === 'array') return 'prompts'
  return 'text'
}

interface FieldProps extends ControlProps {
  isChanged: boolean
}

/** Renders one field: label, help, marker and reset button when changed, the control, and its problems. */
function Field({ isChanged, ...props }: FieldProps) {
  const { id, schema, error, onChange } = props
  const name = controlNameOf(schema)
  const Control = CONTROLS[name]
  const { unit } = uiOf(schema as Record<string, unknown>)
  const resettable = isChanged && schema.default !== undefined
  return (
    <Box data-field={id} className={classes.field} data-changed={resettable || undefined}>
      {name !== 'switch' && (
        <Group gap={6} mb={4} wrap="nowrap" mih={20}>
          <Input.Label htmlFor={id} id={`${id}-label`} size="xs" fw={600}>
            {schema.title}
            {unit && (
              <Text span inherit c="dimmed" fw={400}>
                {` (${unit})`}
              </Text>
            )}
          </Input.Label>
          {resettable && <ResetButton schema={schema} onClick={() => onChange(undefined)} />}
        </Group>
      )}
      <Group gap={6} wrap="nowrap" align="center">
        <Box flex={1} miw={0}>
          <Control {...props} />
        </Box>
        {name === 'switch' && resettable && <ResetButton schema={schema} onClick={() => onChange(undefined)} />}
      </Group>
      {error ? (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      ) : (
        schema.description &&
        name !== 'switch' && (
          <Text size="xs" c="dimmed" mt={4} lh={1.35}>
            {schema.description}
          </Text>
        )
      )}
    </Box>
  )
}

/** The marker of a changed field; its label names the default, and a click restores it. */
function ResetButton({ schema, onClick }: { schema: FieldSchema; onClick(): void }) {
  return (
    <Tooltip label={texts.blocks.field.changed(defaultText(schema))} openDelay={300}>
      <ActionIcon
        size={24}
        my={-4}
        variant="subtle"
        aria-label={texts.blocks.field.reset(schema.title ?? '', defaultText(schema))}
        onClick={onClick}
      >
        <IconArrowBackUp size={13} />
      </ActionIcon>
    </Tooltip>
  )
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
