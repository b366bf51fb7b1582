/** The bar below the canvas: the hint of the tool or the reason of a refusal, the pointer's place, and the view. */
import { ActionIcon, Button, Popover, Slider, Tooltip } from '@mantine/core'
import { IconContrast, IconEyeOff, IconFocusCentered, IconKeyboard, IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDecimal } from '../../../../base/format/format.ts'
import { texts } from '../../../../texts/texts.ts'
import { useKeyHint } from '../commands/use-labelling-keys.ts'
import classes from '../labelling.module.css'
import { useStage, useStageState } from './use-stage.ts'

const words = texts.labelling

/** Hides all annotations but the selected ones. */
function HideOthersControl() {
  const stage = useStage()
  const on = useStageState((s) => s.hidesOthers)
  const words = texts.labelling.commands.hideOthers
  const hint = useKeyHint()
  return (
    <Tooltip label={hint(words, 'label-hide-others')}>
      <ActionIcon
        className={classes.toggle}
        aria-label={words}
        aria-pressed={on}
        data-on={on || undefined}
        onClick={() => stage.setHidesOthers(!on)}
      >
        <IconEyeOff size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

const adjustWords = texts.labelling.bar

/** Brightness and contrast of the image on the screen; the image itself is unchanged. */
function AdjustControl({ opened, onChange }: { opened: boolean; onChange(open: boolean): void }) {
  const stage = useStage()
  const brightness = useStageState((s) => s.brightness)
  const contrast = useStageState((s) => s.contrast)
  const hint = useKeyHint()
  const changed = brightness !== 1 || contrast !== 1
  return (
    <Popover opened={opened} onChange={onChange} position="top-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={hint(adjustWords.adjust, 'label-brightness')}>
          <ActionIcon
            className={classes.toggle}
            aria-label={adjustWords.adjust}
            data-on={changed || undefined}
            onClick={() => onChange(!opened)}
          >
            <IconContrast size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={adjustWords.adjust}>
        <div className={classes.adjust}>
          <Row label={adjustWords.brightness} value={brightness} onChange={(value) => stage.adjust(value, contrast)} />
          <Row label={adjustWords.contrast} value={contrast} onChange={(value) => stage.adjust(brightness, value)} />
          <Button variant="default" size="compact-xs" disabled={!changed} onClick={() => stage.adjust(1, 1)}>
            {adjustWords.reset}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Row({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  return (
    <div className={classes.adjustRow}>
      <span>{label}</span>
      <Slider
        size="sm"
        flex={1}
        min={0.25}
        max={3}
        step={0.05}
        value={value}
        label={null}
        thumbLabel={label}
        onChange={onChange}
      />
      <output>{`${Math.round(value * 100)} %`}</output>
    </div>
  )
}

interface StatusBarProps {
  adjusting: boolean
  onAdjusting(open: boolean): void
  onKeys(): void
}

export function StatusBar({ adjusting, onAdjusting, onKeys }: StatusBarProps) {
  const stage = useStage()
  const tool = useStageState((s) => s.tool)
  const refusal = useStageState((s) => s.refusal)
  const isOutlining = useStageState((s) => s.isOutlining)
  const scale = useStageState((s) => s.scale)
  const hint = useKeyHint()
  const idle = stage.readOnly ? words.hints.readOnly : words.hints[tool]
  return (
    <div className={classes.status}>
      {/* The key repeats the announcement of a refusal that happens again. */}
      <p key={refusal?.count} role="status" data-refusal={refusal !== null || undefined}>
        {isOutlining ? words.bar.outlining : refusal ? words.refusals[refusal.reason] : idle}
      </p>
      <PointerPlace />
      <HideOthersControl />
      <AdjustControl opened={adjusting} onChange={onAdjusting} />
      <span className={classes.gap} />
      <BarButton
        name={words.commands.zoomOut}
        tooltip={hint(words.commands.zoomOut, 'label-zoom-out')}
        onClick={() => stage.zoomBy(-1)}
      >
        <IconMinus size={15} />
      </BarButton>
      <output className={classes.zoom} aria-label={words.bar.zoom}>{`${formatDecimal(scale * 100, 0)} %`}</output>
      <BarButton
        name={words.commands.zoomIn}
        tooltip={hint(words.commands.zoomIn, 'label-zoom-in')}
        onClick={() => stage.zoomBy(1)}
      >
        <IconPlus size={15} />
      </BarButton>
      <BarButton name={words.commands.fit} tooltip={hint(words.commands.fit, 'label-fit')} onClick={() => stage.fit()}>
        <IconFocusCentered size={16} />
      </BarButton>
      <span className={classes.gap} />
      <BarButton name={words.bar.keys} tooltip={words.bar.keys} onClick={onKeys}>
        <IconKeyboard size={17} stroke={1.6} />
      </BarButton>
    </div>
  )
}

interface BarButtonProps {
  name: string
  tooltip: string
  onClick(): void
  children: ReactNode
}

const BarButton = ({ name, tooltip, onClick, children }: BarButtonProps) => (
  <Tooltip label={tooltip}>
    <ActionIcon aria-label={name} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

/** The place of the pointer in pixels of the image; written without a render, because it changes with each movement. */
function PointerPlace() {
  const stage = useStage()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    stage.onPointer = (at) => {
      if (place.current) place.current.textContent = at ? `${Math.floor(at.x)}, ${Math.floor(at.y)}` : ''
    }
    return () => {
      stage.onPointer = () => {}
    }
  }, [stage])
  return <span ref={place} className={classes.place} aria-hidden="true" />
}
