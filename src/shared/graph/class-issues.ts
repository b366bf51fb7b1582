/** Warnings about classes: filters, lines and drawings that name a class which no model before them finds. */
import { withDefaults } from '../blocks/catalogue.ts'
import { message } from '../messages/message.ts'
import { type Flow, type KnownNode, topologicalOrder } from './flow.ts'
import { type Issue, issue } from './issue.ts'
import type { ArchitectureOf, SuitedSources } from './unsuited-issues.ts'

/** Facts for validation that are not in the graph. */
export interface ValidationContext {
  /** Class names of a model by its name or id; undefined when unknown. */
  classesOf?(modelId: string): readonly string[] | undefined
  suitsOf?: SuitedSources
  /** Architecture of a model by its name or id; undefined when unknown. */
  architectureOf?: ArchitectureOf
}

/** Class names that can reach a node; null when a model upstream does not declare them. */
type Classes = ReadonlySet<string> | null
type KnownClasses = (modelId: string | undefined) => Classes

const listed = (names: readonly string[]) => names.map((n) => `“${n}”`).join(', ')

function emittedBy(node: KnownNode, incoming: Classes, known: KnownClasses): Classes {
  if (node.type === 'model') {
    const config = withDefaults('model', node.config)
    const prompted = config.model_kind === 'sam3' ? new Set(config.prompt_classes.map((p) => p.name)) : null
    return narrowed(prompted ?? known(config.model_id), config.class_filter)
  }
  if (node.type === 'filter') return narrowed(incoming, withDefaults('filter', node.config).keep_classes)
  return incoming
}

const narrowed = (classes: Classes, keep: readonly string[]): Classes =>
  keep.length === 0 ? classes : new Set(classes ? keep.filter((k) => classes.has(k)) : keep)

/** The class names that a block mentions, by field. */
function mentioned(node: KnownNode): { field: string; names: readonly string[] }[] {
  switch (node.type) {
    case 'filter':
      return [{ field: '/keep_classes', names: withDefaults('filter', node.config).keep_classes }]
    case 'crop':
      return [{ field: '/source_classes', names: withDefaults('crop', node.config).source_classes }]
    case 'visualize':
      return [{ field: '/blur_classes', names: withDefaults('visualize', node.config).blur_classes }]
    case 'condition':
      return withDefaults('condition', node.config).rules.map((r, i) => ({
        field: `/rules/${i}/class_name`,
        names: r.class_name ? [r.class_name] : [],
      }))
    case 'measure':
      return withDefaults('measure', node.config).geometries.map((g, i) => ({
        field: `/geometries/${i}/classes`,
        names: g.classes ?? [],
      }))
    default:
      return []
  }
}

/** The set of each model is created once, however many blocks name it. */
function knownClasses({ classesOf }: ValidationContext): KnownClasses {
  const sets = new Map<string, Classes>()
  return (modelId) => {
    if (modelId === undefined) return null
    const made = sets.get(modelId)
    if (made !== undefined) return made
    const names = classesOf?.(modelId)
    const set = names ? new Set(names) : null
    sets.set(modelId, set)
    return set
  }
}

/** Warnings about classes that no model can find; the config of every node must fit its schema. */
export function classIssues(flow: Flow, context: ValidationContext): Issue[] {
  const known = knownClasses(context)
  const unite = createUnion()
  const emitted = new Map<string, Classes>()
  const found: Issue[] = []
  for (const node of topologicalOrder(flow)) {
    const incoming = unite(
      (flow.into.get(node.id) ?? [])
        .filter((w) => w.ports.out.type === 'detections')
        .map((w) => emitted.get(w.from.id) ?? null),
    )
    emitted.set(node.id, emittedBy(node, incoming, known))
    found.push(...modelFilterIssues(node, known))
    if (!incoming) continue
    for (const { field, names } of mentioned(node)) {
      const unknown = names.filter((n) => !incoming.has(n))
      if (unknown.length === 0) continue
      const at = { node_id: node.id, field }
      if (node.type === 'filter' && unknown.length === names.length) {
        found.push(issue('lint.filter_drops_all', message('graph.filter_drops_all', { names: listed(unknown) }), at))
      } else {
        found.push(issue('lint.unknown_class', message('graph.unknown_classes', { names: listed(unknown) }), at))
      }
    }
  }
  return found
}

function modelFilterIssues(node: KnownNode, known: KnownClasses): Issue[] {
  if (node.type !== 'model') return []
  const { model_id, class_filter } = withDefaults('model', node.config)
  const classes = known(model_id)
  const unknown = classes ? class_filter.filter((c) => !classes.has(c)) : []
  return unknown.length > 0
    ? [
        issue('lint.unknown_class', message('graph.classes_not_of_model', { names: listed(unknown) }), {
          node_id: node.id,
          field: '/class_filter',
        }),
      ]
    : []
}

/** Limit of copied names per graph; beyond it classes count as unknown, which only costs a warning. */
const MAX_COPIES = 200_000

/** Unites the classes of several wires; null when there is nothing to unite or one of them is unknown. */
function createUnion(): (all: readonly Classes[]) => Classes {
  let copies = 0
  return (all) => {
    const sets = new Set(all)
    const [first = null] = sets
    if (sets.size < 2 || sets.has(null)) return sets.has(null) ? null : first
    const union = new Set<string>()
    for (const set of sets as Set<ReadonlySet<string>>) {
      copies += set.size
      if (copies > MAX_COPIES) return null
      for (const name of set) union.add(name)
    }
    return union
  }
}
