/** Maps each field to its control. The map is exhaustive: a new control name without a component does not compile. */
import type { ComponentType } from 'react'
import { type FieldUi, uiOf } from '../../../../../shared/blocks/block.ts'
import type { ControlProps, FieldSchema } from '../../../../base/blocks/form-context.ts'
import { ChoiceControl } from './choice-control.tsx'
import { ClassesControl } from './classes-control.tsx'
import { DatasetControl } from './dataset-control.tsx'
import { DeviceControl } from './device-control.tsx'
import { DrawControl } from './draw-control.tsx'
import { ExportControl } from './export-control.tsx'
import { GeometriesControl } from './geometries-control.tsx'
import { ModelControl } from './model-control.tsx'
import { NumberControl, SliderControl } from './number-control.tsx'
import { PromptsControl } from './prompts-control.tsx'
import { RulesControl } from './rules-control.tsx'
import { SourceControl } from './source-control.tsx'
import { SwitchControl } from './switch-control.tsx'
import { TextControl } from './text-control.tsx'

type ControlName = NonNullable<FieldUi['control']> | 'choice' | 'switch' | 'number' | 'text' | 'prompts'

export const CONTROLS: Record<ControlName, ComponentType<ControlProps>> = {
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
export function controlNameOf(schema: FieldSchema): ControlName {
  const wish = uiOf(schema as Record<string, unknown>).control
  if (wish) return wish
  if (schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type === 'array') return 'prompts'
  return 'text'
}
