import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { whyNotPublic } from '../../../../src/platform/webhooks/public-url.ts'
import { blockIn } from '../../../../src/renderer/base/blocks/block-text.ts'
import { hostProblems } from '../../../../src/renderer/base/messages/de/catalogue/host-problems.ts'
import { sharedWords as de } from '../../../../src/renderer/base/messages/de/catalogue/index.ts'
import { resourceProblems } from '../../../../src/renderer/base/messages/de/catalogue/problems.ts'
import { translator } from '../../../../src/renderer/base/messages/sentences.ts'
import { TEMPLATES } from '../../../../src/renderer/screens/home/templates.ts'
import { type BlockKind, UI_KEYWORD, uiOf } from '../../../../src/shared/blocks/block.ts'
import { BLOCK_KINDS, BLOCKS } from '../../../../src/shared/blocks/catalogue.ts'
import { TEMPLATE_CARDS, TEMPLATE_GROUPS } from '../../../../src/shared/domain/template-cards.ts'
import { ISSUE_CODES } from '../../../../src/shared/graph/issue.ts'
import { connectionProblem } from '../../../../src/shared/graph/ports.ts'
import { validate } from '../../../../src/shared/graph/validate.ts'
import { edge, graph, node } from '../../../shared/graph/example-graphs.ts'
import { classesOf, FAILING, suitsOf } from '../../../shared/graph/failing-graphs.ts'
import { issueSentences } from './issue-sentences.ts'

type Schema = { title?: string; description?: string; enum?: readonly unknown[]; items?: Schema } & {
  properties?: Record<string, Schema>
}
const inGerman = translator(de)

/** Omits the patterns that match nearly any sentence. */
const exactly = translator({
  ...de,
  sentences: de.sentences.filter(([english]) => !/^(“\{field\}”|\{place\}) must \{rest\}/.test(english)),
})

/** Codes whose words come from elsewhere: the schema, ports, a constant, addresses. Each has its own test. */
const SAID_ELSEWHERE = [
  'graph.shape',
  'edge.port_mismatch',
  'config.invalid',
  'config.missing',
  'sink.input_mismatch',
  'resource.sam3_not_installed',
  'resource.webhook_not_public',
]

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

const src = fileURLToPath(new URL('../../../../src', import.meta.url))

describe('sentences of the host', () => {
  const written = ['shared', 'platform', 'engine', 'app', 'embedded', 'web', 'client']
    .flatMap((room) =>
      readdirSync(join(src, room), { recursive: true, encoding: 'utf8' }).map((f) => join(src, room, f)),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

  it('are still said in these words', () => {
    const parts = (english: string) => english.split(/\{\w+\}|[“”]|(?<=\.) /).filter((part) => part.length > 4)
    const gone = [...resourceProblems, ...hostProblems].filter(([english]) =>
      parts(english).some((part) => !written.includes(part)),
    )
    expect(gone.map(([english]) => english)).toEqual([])
  })
})

describe('problems of a graph', () => {
  it.each(Object.entries(FAILING))('%s have a German sentence', (code, { graph: example }) => {
    const found = validate(example, { classesOf, suitsOf }).filter((issue) => issue.code === code)
    expect(found).not.toHaveLength(0)
    for (const { message } of found) expect(inGerman(message)).not.toBe(message)
  })

  it('have German for every sentence that the sources can say', () => {
    const sources = [
      'shared/graph',
      'platform/readiness',
      'platform/workflows',
      'platform/runs',
      'platform/webhooks',
    ].flatMap((room) =>
      readdirSync(join(src, room))
        .filter((file) => file.endsWith('.ts'))
        .flatMap((file) => issueSentences(readFileSync(join(src, room, file), 'utf8'))),
    )
    // The wording of these codes is defined by the schema.
    const said = sources.filter(
      ({ code }) => code in ISSUE_CODES && !/^(config\.(invalid|missing)|graph\.shape)$/.test(code),
    )
    const codes = new Set(said.map(({ code }) => code))
    expect(Object.keys(ISSUE_CODES).filter((code) => !codes.has(code))).toEqual(SAID_ELSEWHERE)
    expect(said.filter(({ sentence }) => exactly(sentence) === sentence)).toEqual([])
  })

  it.each(['hook', 'http://a.example', 'https://me:secret@a.example', 'https://127.0.0.1/hook'])(
    'say in German why %s can’t be called',
    (url) => expect(exactly(whyNotPublic(url) as string)).not.toBe(whyNotPublic(url)),
  )

  it('keep the names of the user', () => {
    expect(inGerman('Two blocks have the id “gate”. Give one of them another id.')).toContain('„gate“')
    expect(inGerman('“Visualize” takes one wire here. Remove one of them.')).toContain('„Darstellung“')
    expect(inGerman('“Track” takes detections here, but this wire carries frames.')).toBe(
      '„Verfolgung“ nimmt hier Erkennungen, aber diese Verbindung führt Bilder.',
    )
  })

  it('say why a wire can’t be drawn', () => {
    const g = graph([node('a', 'source'), node('b', 'model'), node('c', 'sink'), node('d', 'source')], 'a>b')
    const reasons = ['a>a', 'a>d', 'c>b', 'a>b', 'd>b', 'b>b', 'a>c'].map((wire) => connectionProblem(g, edge(wire)))
    for (const reason of reasons) {
      expect(reason).not.toBeNull()
      expect(inGerman(reason as string)).not.toBe(reason)
    }
  })

  it('leave alone what they do not know', () => {
    expect(inGerman('A sentence of a newer platform.')).toBe('A sentence of a newer platform.')
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
