/** The API document matches the server, and is valid for tools. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createComponents, openApi } from '../../src/platform/http/openapi.ts'
import { API_PREFIX, type Endpoint, hasCaller, templateOf } from '../../src/shared/api/endpoint.ts'
import { ENDPOINTS } from '../../src/shared/api/index.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  security?: object[]
  requestBody?: { content: Record<string, { schema?: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}

let h: Harness
let document: Document
beforeAll(async () => {
  h = await startHarness()
  document = (await (await fetch(`${h.baseUrl}${API_PREFIX}/openapi.json`)).json()) as Document
})
afterAll(() => h.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the API document', () => {
  it('is served without a key and matches the declarations', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document).toEqual(JSON.parse(JSON.stringify(openApi(ENDPOINTS, '0.0.0-test'))))
  })

  it('has every declared endpoint, once', () => {
    const documented = operations().map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)
    const declared = [...ENDPOINTS].map(([id, e]) => `${id} ${e.method.toLowerCase()} ${templateOf(e)}`)
    expect(documented.sort()).toEqual(declared.sort())
  })

  it('documents no route that the server does not have', async () => {
    for (const { path, method } of operations()) {
      const url = h.baseUrl + path.replaceAll(/\{\w+\}/g, 'x')
      const { status } = await fetch(url, { method: method.toUpperCase() })
      // 400 where no caller is needed, and the body is missing.
      expect([400, 401, 422], `${method} ${path}`).toContain(status)
    }
  })

  it('names the parameters of a path, in their order', () => {
    for (const { path, operation } of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const inPath = operation.parameters.filter((p) => p.in === 'path')
      expect(inPath.map((p) => p.name)).toEqual(named)
    }
  })

  it('gives schemas in a form that compiles as JSON Schema 2020-12, with every reference found', () => {
    // A function for each schema: inlined at every reference, they would be megabytes.
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, inlineRefs: false })
    formats.default(ajv)
    ajv.addVocabulary(['x-ui', 'components'])
    const schemas = operations().flatMap(({ operation }) => [
      ...operation.parameters.map((p) => p.schema),
      ...Object.values(operation.requestBody?.content ?? {}).map((c) => c.schema),
      ...Object.values(operation.responses).flatMap((r) => Object.values(r.content ?? {}).map((c) => c.schema)),
    ])
    const all = { anyOf: [...schemas.filter(Boolean), ...Object.values(document.components.schemas)] }
    expect(ajv.compile({ ...all, components: { schemas: document.components.schemas } })).toBeTypeOf('function')
  })

  it('requires no field that has a default', () => {
    const requiring: string[] = []
    const search = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return
      const { required, properties } = schema as { required?: unknown; properties?: Record<string, object> }
      for (const name of Array.isArray(required) ? required : []) {
        if (properties?.[name] && 'default' in properties[name]) requiring.push(`${at} ${name}`)
      }
      for (const [name, inner] of Object.entries(schema)) search(inner, `${at}/${name}`)
    }
    search(document, '')
    expect(requiring).toEqual([])
    expect(document.components.schemas).toMatchObject({ ImageImport: { required: ['dataset', 'gcs_uri'] } })
  })

  it('requires the key exactly where the server does', () => {
    for (const { operation } of operations()) {
      const endpoint = ENDPOINTS.get(operation.operationId) as Endpoint
      const open = operation.security?.length === 0
      expect(open).toBe(!hasCaller(endpoint))
      expect(Object.keys(operation.responses).includes('401')).toBe(!open)
    }
  })
})

it('rejects two different schemas of one name', () => {
  const { add } = createComponents()
  add({ $id: 'Thing', type: 'string' })
  expect(() => add({ $id: 'Thing', type: 'number' })).toThrow('Thing')
})
