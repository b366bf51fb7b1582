/** Tries other settings on the watched parts, and recommends those with the most accurate counts. */
import { ActionIcon, Button, Progress, Select, TextInput, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStopFilled, IconPlus, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Figures } from '../../../../shared/accuracy/figures.ts'
import { formatNumber } from '../../../base/format/format.ts'
import panel from '../../../base/ui/panel.module.css'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './sweep.module.css'
import { SweepResults } from './sweep-results.tsx'
import {
  type Combination,
  combinationCount,
  MAX_COMBINATIONS,
  MAX_SETTINGS,
  parseValues,
  type SweepSetting,
  type Tried,
  valuesText,
} from './sweepable.ts'
import type { Sweep } from './use-sweep.ts'

interface SweepPanelProps {
  sweep: Sweep
  settings: readonly SweepSetting[]
  /** Returns the figures over all watched places. */
  scoreOf: (events: readonly EventRow[]) => Figures
  /** Figures of the run itself. */
  now: Figures
  onStart: (tried: readonly Tried[]) => void
  /** Null when the workflow was deleted. */
  onApply: ((tried: readonly Tried[], combination: Combination) => void) | null
}

interface Draft {
  setting: SweepSetting
  text: string
}

const draftOf = (setting: SweepSetting): Draft => ({ setting, text: valuesText(setting.suggested) })

export function SweepPanel({ sweep, settings, scoreOf, now, onStart, onApply }: SweepPanelProps) {
  const t = texts.lab.sweep
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    sweep.tried.length > 0
      ? sweep.tried.map(({ setting, values }) => ({ setting, text: valuesText(values) }))
      : [settings.find((s) => !s.slow) ?? settings[0]].flatMap((s) => (s ? draftOf(s) : [])),
  )
  const parsed = drafts.map(({ setting, text }) => parseValues(text, setting))
  const tried = useMemo(
    () => drafts.flatMap(({ setting, text }): Tried[] => [{ setting, values: parseValues(text, setting) ?? [] }]),
    [drafts],
  )
  const count = combinationCount(tried)
  const problem =
    now.marked === 0
      ? t.needsMarks
      : parsed.includes(null)
        ? t.badValues
        : count > MAX_COMBINATIONS
          ? t.tooMany(count, MAX_COMBINATIONS)
          : count < 2
            ? t.tooFewValues
            : null
  const free = settings.filter((s) => !drafts.some((d) => d.setting.key === s.key))
  if (settings.length === 0) return <p className={panel.message}>{t.nothingToTry}</p>
  const change = (at: number, draft: Draft) => setDrafts(drafts.map((d, i) => (i === at ? draft : d)))
  return (
    <div className={classes.sweep}>
      <p className={classes.intro}>{t.intro}</p>
      <fieldset className={classes.settings} disabled={sweep.running} aria-label={t.settings}>
        {drafts.map(({ setting, text }, i) => (
          <div key={setting.key} className={classes.setting}>
            <Select
              aria-label={t.setting(i + 1)}
              allowDeselect={false}
              data={grouped([setting, ...free])}
              value={setting.key}
              onChange={(key) => {
                const next = settings.find((s) => s.key === key)
                if (next) change(i, draftOf(next))
              }}
            />
            <TextInput
              aria-label={t.valuesOf(setting.title)}
              value={text}
              error={parsed[i] === null}
              rightSection={setting.unit ? <span className={classes.unit}>{setting.unit}</span> : undefined}
              rightSectionWidth={setting.unit.length > 3 ? 62 : 34}
              onChange={(e) => change(i, { setting, text: e.currentTarget.value })}
            />
            <Tooltip label={t.removeSetting(setting.title)}>
              <ActionIcon
                aria-label={t.removeSetting(setting.title)}
                disabled={drafts.length === 1}
                onClick={() => setDrafts(drafts.filter((_, k) => k !== i))}
              >
                <IconX size={16} />
              </ActionIcon>
            </Tooltip>
            <p>
              {t.now(formatNumber(setting.now))} {setting.slow ? t.slow : t.fast}
            </p>
          </div>
        ))}
      </fieldset>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={sweep.running || drafts.length >= MAX_SETTINGS || free.length === 0}
          onClick={() => free[0] && setDrafts([...drafts, draftOf(free[0])])}
        >
          {t.addSetting}
        </Button>
        <span className={classes.count} role="status" data-bad={(problem !== null && !sweep.running) || undefined}>
          {sweep.running ? t.progress(doneOf(sweep), sweep.rows.length) : (problem ?? t.combinations(count))}
        </span>
        {sweep.running ? (
          <Button variant="default" leftSection={<IconPlayerStopFilled size={14} />} onClick={sweep.cancel}>
            {t.cancel}
          </Button>
        ) : (
          <Button leftSection={<IconPlayerPlay size={14} />} disabled={problem !== null} onClick={() => onStart(tried)}>
            {t.start}
          </Button>
        )}
      </div>
      {sweep.running && <Progress value={100 * shareOf(sweep)} size={3} radius={0} aria-label={t.progressLabel} />}
      {sweep.rows.length > 0 && <SweepResults sweep={sweep} scoreOf={scoreOf} now={now} onApply={onApply} />}
    </div>
  )
}

function grouped(settings: readonly SweepSetting[]) {
  const groups = new Map<string, { value: string; label: string }[]>()
  for (const { key, block, title } of settings)
    groups.set(block, [...(groups.get(block) ?? []), { value: key, label: `${block}: ${title}` }])
  return [...groups].map(([group, items]) => ({ group, items }))
}

const doneOf = ({ rows }: Sweep): number => rows.filter((r) => r.state === 'done' || r.state === 'failed').length
const shareOf = ({ rows }: Sweep): number =>
  rows.reduce((sum, r) => sum + (r.state === 'failed' ? 1 : r.share), 0) / Math.max(1, rows.length)
