import { describe, expect, it } from 'vitest'
import { whyNotPublic } from '../../../src/platform/work/webhooks/public-url.ts'
import { blockIn } from '../../../src/renderer/base/blocks/block-text.ts'
import { TEMPLATES } from '../../../src/renderer/screens/home/template-shelf.tsx'
import { sharedWords as de } from '../../../src/renderer/texts/de/catalogue/index.ts'
import { messages } from '../../../src/renderer/texts/de/messages/index.ts'
import { type BlockKind, UI_KEYWORD, uiOf } from '../../../src/shared/blocks/block.ts'
import { BLOCK_KINDS, BLOCKS } from '../../../src/shared/blocks/catalogue.ts'
import { SINK_ACCEPTS } from '../../../src/shared/blocks/sink.ts'
import { TEMPLATE_CARDS, TEMPLATE_GROUPS } from '../../../src/shared/domain/template-cards.ts'
import type { Issue } from '../../../src/shared/graph/issue.ts'
import { connectionProblem } from '../../../src/shared/graph/ports.ts'
import { validate } from '../../../src/shared/graph/validate.ts'
import {
  englishOf,
  type Message,
  message,
  messageFormatter,
  type Said,
  saidOf,
} from '../../../src/shared/messages/message.ts'
import { edge, graph, node } from '../../shared/graph/example-graphs.ts'
import { architectureOf, classesOf, FAILING, suitsOf } from '../../shared/graph/failing-graphs.ts'

type Schema = { title?: string; description?: string; enum?: readonly unknown[]; items?: Schema } & {
  properties?: Record<string, Schema>
}
const german = messageFormatter('de', messages)
const germanOf = ({ message, text }: Said) => {
  const own = german(text as Message)
  expect(own, message).not.toBeNull()
  expect(own).not.toBe(message)
  return own
}

describe.each(BLOCK_KINDS)('the words of %s', (kind) => {
  const block = BLOCKS[kind] as BlockKind
  const own = de.blocks[kind]
  const properties = block.config.properties as Record<string, Schema>

  it('name the block, its ports and its fields', () => {
    expect(Object.keys(own.inputs)).toEqual(block.inputs.map((p) => p.id))
    expect(Object.keys(own.outputs)).toEqual(block.outputs.map((p) => p.id))
    expect(Object.keys(own.fields).sort()).toEqual(Object.keys(properties).sort())
    expect([own.title, own.summary, own.docs].every((text) => text.length > 3)).toBe(true)
  })

  it('explain what the contract explains, and name every choice', () => {
    const missing = Object.entries(properties).flatMap(([name, schema]) => {
      const field = own.fields[name]
      const unexplained = schema.description && !field?.description ? [`${name}: description`] : []
      const unnamed = (schema.enum ?? []).map(String).filter((value) => field?.values?.[value] === undefined)
      const inner = Object.keys(schema.items?.properties ?? {}).filter((item) => !field?.items?.[item])
      return [...unexplained, ...unnamed, ...inner]
    })
    expect(missing).toEqual([])
  })

  it('change nothing but words', () => {
    const put = blockIn(block, own).config.properties as Record<string, Schema>
    const bare = (all: Record<string, Schema>) =>
      Object.entries(all).map(([name, { title, description, items, [UI_KEYWORD as 'title']: _, ...rest }]) => {
        const { labels, unit, ...hints } = uiOf(all[name] as Record<string, unknown>)
        return [name, rest, hints, Object.keys(items?.properties ?? {})]
      })
    expect(bare(put)).toEqual(bare(properties))
    expect(Object.values(put).map((schema) => schema.title)).not.toContain(undefined)
  })
})

describe('issues of a graph', () => {
  it.each(Object.entries(FAILING))('%s have a German sentence', (code, { graph: example }) => {
    const found = validate(example, { classesOf, suitsOf, architectureOf }).filter((issue) => issue.code === code)
    expect(found).not.toHaveLength(0)
    for (const issue of found) germanOf(issue)
  })

  it.each(['hook', 'http://a.example', 'https://me:secret@a.example', 'https://127.0.0.1/hook'])(
    'say in German why %s can’t be called',
    (url) => {
      germanOf(saidOf(whyNotPublic(url) as Message))
    },
  )

  it('keep the names of the user', () => {
    expect(german(message('graph.duplicate_id', { id: 'gate' }))).toContain('„gate“')
  })

  it('translate the names of blocks, fields and wires', () => {
    const g = graph([node('a', 'source'), node('b', 'track', { lost_after_s: -1 })], 'a>b')
    const said = validate(g).map((issue) => germanOf(issue))
    expect(said).toContain('„Verfolgung“ nimmt hier Erkennungen, aber diese Verbindung führt Bilder.')
    expect(said).toContain('„Vergessen nach“ muss mindestens 0 sein.')
  })

  it('translate the fields of entries in a list', () => {
    const rules = [{ subject: 'class_count', operator: '>', threshold: 1, class_name: 5 }]
    const [found] = validate(graph([node('a', 'condition', { rules })]))
    expect(found?.message).toContain('“Class”')
    expect(germanOf(found as Issue)).toContain('„Klasse“')
  })

  it('name every flow that a port takes', () => {
    const lists = [
      ...Object.values(SINK_ACCEPTS),
      ...BLOCK_KINDS.flatMap((kind) => BLOCKS[kind].inputs.map((p) => p.accepts)),
    ]
    for (const accepts of lists) {
      const flows = message('name.flow', { flow: accepts.join('_or_') })
      expect(englishOf(flows)).toBe(accepts.join(' or '))
      expect(german(flows)).not.toMatch(/_|or/)
    }
  })

  it('say why a wire can’t be drawn', () => {
    const g = graph([node('a', 'source'), node('b', 'model'), node('c', 'sink'), node('d', 'source')], 'a>b')
    const reasons = ['a>a', 'a>d', 'c>b', 'a>b', 'd>b', 'b>b', 'a>c'].map((wire) => connectionProblem(g, edge(wire)))
    for (const reason of reasons) germanOf(saidOf(reason as Message))
  })
})

it('puts every template into German', () => {
  expect(Object.keys(de.templateGroups).sort()).toEqual([...TEMPLATE_GROUPS].sort())
  for (const card of TEMPLATE_CARDS) {
    const own = de.templates[card.key]
    expect(own, card.key).toBeDefined()
    const { layout } = TEMPLATES.find(({ key }) => key === card.key)?.file ?? {}
    const names = [...Object.values(layout?.titles ?? {}), ...Object.values(layout?.notes ?? {}).map((n) => n.text)]
    expect(names.filter((name) => de.templateNames[name] === undefined)).toEqual([])
    expect([own?.needs === undefined, own?.hint === undefined]).toEqual([card.needs === null, card.hint === null])
  }
})
