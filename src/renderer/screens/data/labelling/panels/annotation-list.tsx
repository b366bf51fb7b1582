/** All annotations of the image, of any number; a click selects one, and its buttons hide and lock it. */
import { ActionIcon, Button, NumberInput, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff, IconLock, IconLockOpen } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type Column, VirtualTable, type VirtualTableHandle } from '../../../../base/ui/virtual-table.tsx'
import { texts } from '../../../../texts/texts.ts'
import { useKeyHint } from '../commands/use-labelling-keys.ts'
import { isPending, type Labelled } from '../document/document.ts'
import classes from '../labelling.module.css'
import { confidenceText, namesOf, reviewText } from './annotation-text.ts'
import { useLabellingDocument, useStage, useStageState } from './use-stage.ts'

const words = texts.labelling

const acceptWords = texts.labelling.review
const KEY = 'sightline.labelling.threshold'

/** Accepts all proposals from a confidence on, which the browser remembers. */
function AcceptAll({ ordered }: { ordered: readonly Labelled[] }) {
  const stage = useStage()
  const threshold = useStageState((s) => s.threshold)
  const hint = useKeyHint()
  useEffect(() => {
    const kept = keptThreshold()
    if (kept !== null) stage.state.setState({ threshold: kept })
  }, [stage])
  const sure = ordered.filter((a) => isPending(a) && (a.confidence ?? 0) >= threshold).length
  const change = (percent: number | string) => {
    if (typeof percent !== 'number') return
    stage.state.setState({ threshold: percent / 100 })
    try {
      window.localStorage.setItem(KEY, `${percent / 100}`)
    } catch {
      // The threshold starts at its default each time when the browser refuses storage.
    }
  }
  return (
    <div className={classes.acceptAll}>
      <NumberInput
        size="xs"
        aria-label={acceptWords.threshold}
        title={acceptWords.threshold}
        prefix="≥ "
        suffix=" %"
        min={0}
        max={100}
        step={5}
        value={Math.round(threshold * 100)}
        onChange={change}
      />
      <Button
        size="compact-xs"
        variant="default"
        title={hint(texts.labelling.commands.acceptAll, 'label-accept-all')}
        disabled={sure === 0}
        onClick={() => {
          stage.edits.acceptFrom(threshold)
          stage.focus()
        }}
      >
        {acceptWords.acceptSure(sure)}
      </Button>
    </div>
  )
}

function keptThreshold(): number | null {
  try {
    const kept = Number.parseFloat(window.localStorage.getItem(KEY) ?? '')
    return kept >= 0 && kept <= 1 ? kept : null
  } catch {
    return null
  }
}

export function AnnotationList() {
  const stage = useStage()
  const document = useLabellingDocument()
  const { ordered, selection } = document
  const names = useMemo(() => namesOf(ordered), [ordered])
  const table = useRef<VirtualTableHandle>(null)
  const current = selection.size === 1 ? ordered.findIndex(({ id }) => selection.has(id)) : -1
  const pending = useMemo(() => ordered.filter(isPending).length, [ordered])
  useEffect(() => {
    if (current >= 0) table.current?.scrollToRow(current)
  }, [current])

  const columns: Column[] = [
    {
      key: 'class',
      title: words.list.className,
      width: 'minmax(80px, 1fr)',
      cell: (row) => <Name annotation={ordered[row]} names={names} />,
    },
    { key: 'state', title: words.list.state, width: '92px', cell: (row) => <State annotation={ordered[row]} /> },
    {
      key: 'actions',
      title: words.list.actions,
      width: '62px',
      cell: (row) => <Flags annotation={ordered[row]} name={names.get(ordered[row]?.id ?? '') ?? ''} />,
    },
  ]
  const select = (row: number) => {
    const id = ordered[row]?.id
    if (id === undefined) return
    document.select([id])
    stage.reveal(id)
    stage.focus()
  }
  return (
    <section className={classes.list} aria-label={words.list.label}>
      <div className={classes.sectionHead}>
        <h3>{words.list.title(ordered.length)}</h3>
        {pending > 0 && <span className={classes.pending}>{words.review.waiting(pending)}</span>}
      </div>
      {pending > 0 && !stage.readOnly && <AcceptAll ordered={ordered} />}
      <div className={classes.table}>
        <VirtualTable
          handle={table}
          label={words.list.label}
          columns={columns}
          rowCount={ordered.length}
          current={current}
          onRow={select}
          empty={stage.readOnly ? words.list.emptyReadOnly : words.list.empty}
        />
      </div>
    </section>
  )
}

function Name({ annotation, names }: { annotation: Labelled | undefined; names: ReadonlyMap<string, string> }) {
  const stage = useStage()
  if (!annotation) return null
  const hidden = stage.document.hidden.has(annotation.id)
  const selected = stage.document.selection.has(annotation.id)
  return (
    <span className={classes.name} data-hidden={hidden || undefined} data-selected={selected || undefined}>
      <i style={{ background: stage.classes.colorOf(annotation.name) }} aria-hidden="true" />
      <span>{names.get(annotation.id)}</span>
    </span>
  )
}

function State({ annotation }: { annotation: Labelled | undefined }) {
  if (!annotation) return null
  if (!isPending(annotation) || annotation.confidence === null)
    return <span className={classes.state}>{reviewText(annotation)}</span>
  const text = confidenceText(annotation.confidence)
  return (
    <Tooltip label={words.review.confidence(text)}>
      <span className={classes.state} data-pending>
        {`${words.review.pending} ${text}`}
      </span>
    </Tooltip>
  )
}

function Flags({ annotation, name }: { annotation: Labelled | undefined; name: string }) {
  const { document } = useStage()
  if (!annotation) return null
  const { id } = annotation
  const [hidden, locked] = [document.hidden.has(id), document.locked.has(id)]
  return (
    <span className={classes.flags}>
      <Flag
        name={hidden ? words.list.show(name) : words.list.hide(name)}
        on={hidden}
        onClick={() => document.hide([id], !hidden)}
      >
        {hidden ? <IconEyeOff size={14} /> : <IconEye size={14} />}
      </Flag>
      <Flag
        name={locked ? words.list.unlock(name) : words.list.lock(name)}
        on={locked}
        onClick={() => document.lock([id], !locked)}
      >
        {locked ? <IconLock size={14} /> : <IconLockOpen size={14} />}
      </Flag>
    </span>
  )
}

interface FlagProps {
  name: string
  on: boolean
  onClick(): void
  children: ReactNode
}

const Flag = ({ name, on, onClick, children }: FlagProps) => (
  <ActionIcon
    size={24}
    aria-label={name}
    data-on={on || undefined}
    onClick={(e) => {
      // The row would select the annotation.
      e.stopPropagation()
      onClick()
    }}
    onKeyDown={(e) => e.stopPropagation()}
  >
    {children}
  </ActionIcon>
)
