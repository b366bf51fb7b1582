/** Describes the differences between two graphs as sentences, each with the blocks it concerns. */

import { uiOf } from '../../../../shared/blocks/block.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { own } from '../../../../shared/domain/own.ts'
import { complete, diffGraphs, type FieldChange, looseEdges, type NodeChange } from '../../../../shared/graph/diff.ts'
import type { Graph, GraphEdge, GraphNode, Layout } from '../../../../shared/graph/graph.ts'
import { type Change, diffLayouts } from '../../../../shared/graph/layout-diff.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import type { FieldSchema } from '../../../base/blocks/form-context.ts'
import type { Names } from '../../../base/blocks/names.ts'
import { humanise } from '../../../base/format/format.ts'
import { language } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'
import { kindTitle } from '../document/document.ts'

const SAY = texts.versions.change

/** A graph with the positions of its blocks. */
export interface Drawn {
  graph: Graph
  layout: Layout | null
}

export type Mark = 'added' | 'removed' | 'changed'

export interface ChangeItem {
  id: string
  mark: Mark
  text: string
  /** The blocks concerned, with the graph that contains each. */
  blocks: readonly { side: 'before' | 'after'; id: string }[]
}

export function changeItems(before: Drawn, after: Drawn, names: Names = {}): ChangeItem[] {
  const diff = diffGraphs(before.graph, after.graph)
  const edges = looseEdges(diff)
  const addedIds = new Set(diff.added.map((n) => n.id))
  const kept = after.graph.nodes.filter((n) => !addedIds.has(n.id))
  const name = { before: namesOf(before), after: namesOf(after) }
  const one = (side: 'before' | 'after', id: string) => [{ side, id }] as const
  const wire = (side: 'before' | 'after', { source, target }: GraphEdge, i: number): ChangeItem => ({
    id: `wire:${side}:${i}`,
    mark: side === 'after' ? 'added' : 'removed',
    text: (side === 'after' ? SAY.wireAdded : SAY.wireRemoved)(name[side](source), name[side](target)),
    blocks: [...one(side, source), ...one(side, target)],
  })
  const block = (side: 'before' | 'after', { id }: GraphNode): ChangeItem => ({
    id: `block:${side}:${id}`,
    mark: side === 'after' ? 'added' : 'removed',
    text: (side === 'after' ? SAY.blockAdded : SAY.blockRemoved)(name[side](id)),
    blocks: one(side, id),
  })
  return [
    ...diff.added.map((n) => block('after', n)),
    ...diff.removed.map((n) => block('before', n)),
    ...diff.changed.flatMap((change) =>
      change.fields.map((field) => ({
        id: `field:${change.after.id}:${field.pointer}:${field.pointerBefore}`,
        mark: 'changed' as const,
        text: fieldSentence(name.after(change.after.id), change, field, names),
        blocks: one('after', change.after.id),
      })),
    ),
    ...edges.added.map((e, i) => wire('after', e, i)),
    ...edges.removed.map((e, i) => wire('before', e, i)),
    ...layoutItems(before, after, kept, name.after),
  ]
}

/** Returns a function that names a block in a sentence: by its kind, and by its own name if it has one. */
function namesOf({ graph, layout }: Drawn): (id: string) => string {
  const kinds = new Map(graph.nodes.map((n) => [n.id, n.type]))
  return (id) => {
    const kind = kindTitle(kinds.get(id) ?? id)
    const title = own(layout?.titles, id)
    return title === undefined ? kind : SAY.block(kind, title)
  }
}

const { part: PART, value: VALUE } = texts.versions

/** A changed field of a block's settings, in the words of its schema. */
interface FieldText {
  /** “minimum confidence”, “line “Main road”, name”. */
  path: string
  schema: FieldSchema
}

/** Describes the changed field. `config` is the one in which the pointer resolves. */
function fieldText(kind: string, pointer: string, config: unknown): FieldText {
  let schema: FieldSchema & { patternProperties?: Record<string, FieldSchema> } = isBlockKind(kind)
    ? (BLOCKS[kind].config as unknown as FieldSchema)
    : {}
  let value = config
  let list = ''
  let listKey = ''
  const words: string[] = []
  for (const key of pointer.split('/').slice(1).map(unescaped)) {
    const inList = Array.isArray(value)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
    const byName = Object.values(schema.patternProperties ?? {})[0]
    schema = (inList ? schema.items : (byName ?? own(schema.properties, key))) ?? {}
    if (inList) {
      words.pop()
      words.push(thing(list, listKey, Number(key), value))
    } else if (byName) {
      words.pop()
      words.push(PART.named(list, key))
    } else {
      listKey = key
      list = lower(schema.title ?? humanise(key))
      words.push(list)
    }
  }
  return { path: words.reduce((outer, inner) => (outer === '' ? inner : PART.within(outer, inner)), ''), schema }
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** Names an item of a list, by its own name if it has one. */
function thing(list: string, listKey: string, index: number, value: unknown): string {
  const { name, kind } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (listKey === 'rules') return PART.rule(index + 1)
  if (typeof name !== 'string' || name === '') return PART.numbered(list, index + 1)
  if (listKey === 'prompt_classes') return PART.prompt(name)
  return kind === 'line' ? PART.line(name) : kind === 'zone' ? PART.zone(name) : PART.named(list, name)
}

/** Lowercases a title for the middle of a sentence; acronyms and German nouns keep their capitals. */
function lower(title: string): string {
  if (language !== 'en') return title
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
}

/** Formats a value briefly; null for a value that only its drawing or its own fields can describe. */
function valueText(value: unknown, schema: FieldSchema, names: Names = {}): string | null {
  const { unit, labels = {}, control } = uiOf(schema as Record<string, unknown>)
  if (value === undefined || value === null) return VALUE.none
  if (typeof value === 'boolean') return value ? VALUE.on : VALUE.off
  if (typeof value === 'number') return unit ? `${value} ${unit}` : String(value)
  if (typeof value === 'string') {
    if (value === '') return VALUE.empty
    if (control === 'model') return names.modelName?.(value) ?? value
    if (control === 'source') return names.sourceName?.(value) ?? value.split(/[\\/]/).at(-1) ?? value
    return own(labels, value) ?? (schema.enum ? value.replaceAll('_', ' ') : value)
  }
  if (Array.isArray(value) && value.every((v) => typeof v === 'string'))
    return value.length === 0 ? VALUE.none : value.join(', ')
  return null
}

/** True for the points of a line or zone, which are described as drawn and never as numbers. */
const isDrawn = ({ before, after }: FieldChange): boolean =>
  [before, after].every((v) => Array.isArray(v) && v.length > 0 && v.every((p) => Array.isArray(p)))

/** True for an object with fields of its own. */
const isThing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(Array.isArray(value) && value.every((v) => typeof v === 'string'))

function fieldSentence(block: string, { before, after }: NodeChange, change: FieldChange, names: Names): string {
  const left = change.after === undefined
  const { path, schema } = left
    ? fieldText(before.type, change.pointerBefore, complete(before))
    : fieldText(after.type, change.pointer, complete(after))
  if (isDrawn(change)) return SAY.redrawn(block, fieldText(after.type, outer(change.pointer), complete(after)).path)
  if (change.before === undefined && isThing(change.after)) return SAY.partAdded(block, path)
  if (left && isThing(change.before)) return SAY.partRemoved(block, path)
  const [was, is] = [valueText(change.before, schema, names), valueText(change.after, schema, names)]
  return was === null || is === null ? SAY.changed(block, path) : SAY.set(block, path, was, is)
}

/** The pointer of the object that contains the field. */
const outer = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'))

function layoutItems(
  before: Drawn,
  after: Drawn,
  kept: readonly GraphNode[],
  name: (id: string) => string,
): ChangeItem[] {
  const diff = diffLayouts(before.layout, after.layout, new Set(kept.map((n) => n.id)))
  const kindOf = new Map(kept.map((n) => [n.id, kindTitle(n.type)]))
  const item = (what: string, id: string, mark: Mark, text: string, isBlock: boolean): ChangeItem => ({
    id: `${what}:${id}`,
    mark,
    text,
    blocks: isBlock ? [{ side: 'after', id }] : [],
  })
  const markOf = <T>(c: Change<T>): Mark =>
    c.before === undefined ? 'added' : c.after === undefined ? 'removed' : 'changed'
  return [
    ...diff.titles.map((c) => item('title', c.id, 'changed', titleSentence(kindOf.get(c.id) ?? '', c), true)),
    ...diff.switches.map(({ id, after: to }) => {
      const say = to === 'muted' ? SAY.muted : to === 'bypassed' ? SAY.bypassed : SAY.switchedOn
      return item('switch', id, 'changed', say(name(id)), true)
    }),
    ...diff.notes.map((c) => {
      const say = { added: SAY.noteAdded, removed: SAY.noteRemoved, changed: SAY.noteChanged }[markOf(c)]
      const first = cutText((c.after ?? c.before)?.text.split('\n')[0] ?? '', 60)
      return item('note', c.id, markOf(c), say(first || SAY.emptyNote), false)
    }),
    ...diff.frames.map((c) => {
      const say = { added: SAY.groupAdded, removed: SAY.groupRemoved, changed: SAY.groupChanged }[markOf(c)]
      return item('group', c.id, markOf(c), say((c.after ?? c.before)?.title ?? ''), false)
    }),
    ...(diff.moved.length === 0
      ? []
      : [
          {
            id: 'moved',
            mark: 'changed' as const,
            text: SAY.moved(diff.moved.length),
            blocks: diff.moved.map((id) => ({ side: 'after' as const, id })),
          },
        ]),
  ]
}

function titleSentence(kind: string, { before, after }: Change<string>): string {
  if (before === undefined) return SAY.named(kind, after ?? '')
  return after === undefined ? SAY.unnamed(kind, before) : SAY.renamed(kind, before, after)
}
