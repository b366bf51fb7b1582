/** Renders one field: label, help, marker and reset button when changed, the control, and its problems. */
import { ActionIcon, Box, Group, Input, Text, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { uiOf } from '../../../../shared/blocks/block.ts'
import type { ControlProps, FieldSchema } from '../../../base/blocks/form-context.ts'
import { texts } from '../../../texts/texts.ts'
import { CONTROLS, controlNameOf } from './controls/controls.ts'
import { defaultText } from './default-text.ts'
import classes from './field.module.css'

export interface FieldProps extends ControlProps {
  isChanged: boolean
}

export function Field({ isChanged, ...props }: FieldProps) {
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
