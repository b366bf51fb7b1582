/** Edits the rules of a condition. Each row reads like a sentence: subject, class, operator, value. */
import { ActionIcon, Autocomplete, Button, Card, Group, Select, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ConditionRule } from '../../../../../shared/blocks/condition.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { formatNumber, formatRate } from '../../../../base/format/format.ts'
import { GeometryDialogButton } from '../../../../parts/workflow/geometry/geometry-dialog.tsx'
import { texts } from '../../../../texts/texts.ts'
import { NumberField } from './value-controls.tsx'

const { subjects, operators } = texts.blocks.rulesControl

const SUBJECTS = [
  { value: 'class_count', label: subjects.inFrame },
  { value: 'detection_size', label: subjects.size },
  { value: 'line', label: subjects.line },
  { value: 'zone', label: subjects.zone },
]
const OPERATORS = [
  { value: '>=', label: operators.atLeast },
  { value: '>', label: operators.moreThan },
  { value: '<=', label: operators.atMost },
  { value: '<', label: operators.lessThan },
  { value: '==', label: operators.exactly },
  { value: '!=', label: operators.not },
]
const FRESH: ConditionRule = { subject: 'class_count', operator: '>=', threshold: 1 }

const words = texts.blocks.ruleWords

/** Returns the rule without a full stop: “at least 1 car is in the frame”. Accepts every state of a half-typed rule. */
export function ruleText({ subject, class_name, operator, threshold }: Partial<ConditionRule>): string {
  const compared = operator ? words.compared[operator] : '…'
  const value = threshold === undefined ? '…' : formatNumber(threshold)
  const one = threshold === 1
  const by = class_name ? words.quoted(class_name) : null
  const what = by ?? (one ? words.object : words.objects)
  switch (subject) {
    case 'detection_size':
      return words.size(by ?? words.object, compared, percent(threshold))
    case 'line':
      return words.line(compared, value, one, by)
    case 'zone':
      return words.zone(compared, value, what, one)
    default:
      return words.inFrame(compared, value, what, one)
  }
}

const percent = (share: number | undefined) => (share === undefined ? '…' : `${formatRate(share * 100)} %`)

/** Returns all rules: “True while at least 1 “car” is in the frame, and …; otherwise False.” */
export function conditionText(rules: readonly Partial<ConditionRule>[], combinator: unknown): string {
  if (rules.length === 0) return words.none
  const joined = rules.map(ruleText).join(combinator === 'any' ? words.or : words.and)
  return words.whole(joined)
}

export function RulesControl({ id, value, onChange, context, siblings }: ControlProps) {
  const rules = Array.isArray(value) ? (value as ConditionRule[]) : []
  const change = (i: number, rule: ConditionRule) => onChange(rules.map((r, n) => (n === i ? rule : r)))
  return (
    <Stack gap={8} id={id}>
      {rules.map((rule, i) => (
        // A row has no identity other than its index.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Card key={i} withBorder p={8} radius="sm">
          <Stack gap={6}>
            <Group justify="space-between" gap={6}>
              <Text size="xs" fw={600}>
                {texts.blocks.rulesControl.rule(i + 1)}
              </Text>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={texts.blocks.rulesControl.remove(i + 1)}
                disabled={rules.length === 1}
                onClick={() => onChange(rules.filter((_, n) => n !== i))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
            <Select
              size="xs"
              aria-label={texts.blocks.rulesControl.looksAt}
              data={SUBJECTS}
              value={rule.subject}
              allowDeselect={false}
              onChange={(v) => v && change(i, { ...rule, subject: v as ConditionRule['subject'] })}
            />
            <Autocomplete
              size="xs"
              aria-label={texts.blocks.rulesControl.ofClass}
              placeholder={texts.blocks.rulesControl.anyClass}
              data={[...context.classes]}
              value={rule.class_name ?? ''}
              onChange={(v) => {
                const { class_name: _, ...rest } = rule
                change(i, v === '' ? rest : { ...rest, class_name: v })
              }}
            />
            <Group gap={6} wrap="nowrap">
              <Select
                size="xs"
                w={104}
                aria-label={texts.blocks.rulesControl.comparison}
                data={OPERATORS}
                value={rule.operator}
                allowDeselect={false}
                onChange={(v) => v && change(i, { ...rule, operator: v as ConditionRule['operator'] })}
              />
              <NumberField
                flex={1}
                aria-label={texts.blocks.rulesControl.value}
                value={rule.threshold}
                onCommit={(v) => v !== undefined && change(i, { ...rule, threshold: v })}
              />
            </Group>
            {(rule.subject === 'line' || rule.subject === 'zone') && (
              <GeometryDialogButton
                label={
                  rule.points
                    ? texts.blocks.rulesControl.edit[rule.subject]
                    : texts.blocks.rulesControl.draw[rule.subject]
                }
                only={rule.subject}
                value={
                  rule.points
                    ? [{ kind: rule.subject, name: texts.blocks.rulesControl.rule(i + 1), points: rule.points }]
                    : []
                }
                onChange={(geometries) => {
                  const { points: _, ...rest } = rule
                  const drawn = geometries.at(-1)
                  change(i, drawn ? { ...rest, points: drawn.points } : rest)
                }}
                context={context}
              />
            )}
          </Stack>
        </Card>
      ))}
      <Text size="xs" c="dimmed" data-testid="rules-in-words">
        {conditionText(rules, siblings?.('combinator'))}
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...rules, FRESH])}
      >
        {texts.blocks.rulesControl.add}
      </Button>
    </Stack>
  )
}
