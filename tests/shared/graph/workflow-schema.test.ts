/** The schema that editors read, by an ajv without any of our own settings. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { BLOCKS } from '../../../src/shared/blocks/catalogue.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
const workflows = ['resources/templates', 'tests/fixtures'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sightline.json'))
    .map((name) => `${folder}/${name}`),
)
const schema = read('schemas/workflow-1.json')
const isValid = new Ajv().compile(schema)

interface Field {
  title?: string
  description?: string
  type?: string
  properties?: Record<string, Field>
  items?: Field
  additionalProperties?: unknown
}

const template = 'resources/templates/count-at-a-line.sightline.json'
/** The template with a change. */
const broken = (change: (file: ReturnType<typeof read>) => void) => {
  const file = read(template)
  change(file)
  return file
}
const configOf = (file: ReturnType<typeof read>, kind: string) =>
  file.graph.nodes.find((node: { type: string }) => node.type === kind).config

describe('schemas/workflow-1.json', () => {
  it('is valid for every workflow in the repository', () => {
    expect(workflows.length).toBeGreaterThan(12)
    const refused = workflows.filter((path) => !isValid(read(path)))
    expect(refused).toEqual([])
  })

  it('lets a file name the schema, and leave out settings with a default', () => {
    expect(isValid(broken((file) => Object.assign(file, { $schema: '../schemas/workflow-1.json' })))).toBe(true)
    expect(isValid(broken((file) => Object.assign(configOf(file, 'track'), { tracker: undefined })))).toBe(true)
  })

  it.each<[string, (file: ReturnType<typeof read>) => void]>([
    ['without a name', (file) => delete file.name],
    ['of another format', (file) => Object.assign(file, { format: 'sightline-blocks' })],
    ['with a field that does not exist', (file) => Object.assign(file, { colour: 'red' })],
    ['with a setting that does not exist', (file) => Object.assign(configOf(file, 'model'), { iou: 0.5 })],
    ['with a setting of another block', (file) => Object.assign(configOf(file, 'track'), { keep_classes: [] })],
    ['with a value below the minimum', (file) => Object.assign(configOf(file, 'model'), { max_detections: 0 })],
    ['with a value that is not in the list', (file) => Object.assign(configOf(file, 'sink'), { kind: 'xml' })],
    ['with a class twice', (file) => Object.assign(configOf(file, 'model'), { class_filter: ['car', 'car'] })],
    ['without lines', (file) => Object.assign(configOf(file, 'measure'), { geometries: [] })],
    ['with a point of three numbers', (file) => configOf(file, 'measure').geometries[0].points.push([0, 0, 0])],
    ['with a kind of block that does not exist', (file) => Object.assign(file.graph.nodes[0], { type: 'camera' })],
    ['with a reserved id', (file) => Object.assign(file.graph.nodes[0], { id: 'constructor' })],
  ])('refuses a workflow %s', (_what, change) => {
    expect(isValid(broken(change))).toBe(false)
  })

  it('has the title of every setting, and the description of each that the form of its block has', () => {
    const untitled = (fields: Record<string, Field>, path: string): string[] =>
      Object.entries(fields).flatMap(([name, field]) => [
        ...(field.title ? [] : [`${path}/${name}`]),
        ...untitled(field.items?.properties ?? field.properties ?? {}, `${path}/${name}`),
      ])
    for (const [kind, { title, config }] of Object.entries(BLOCKS)) {
      const settings: Field = schema.definitions[kind]
      expect(settings).toMatchObject({ title, description: expect.stringContaining('.') })
      expect(Object.keys(settings.properties ?? {})).toEqual(Object.keys(config.properties))
      expect(untitled(settings.properties ?? {}, kind)).toEqual([])
      expect(Object.values(settings.properties ?? {}).filter((field) => !field.description)).toEqual([])
    }
  })

  it('names the unit of a setting, and no hint for our forms', () => {
    expect(schema.definitions.measure.properties.min_settle_ms.description).toMatch(/\. Unit: ms$/)
    expect(JSON.stringify(schema)).not.toContain('x-ui')
  })
})
