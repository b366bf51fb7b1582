/** The registry of agent tools over HTTP. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../../src/shared/api/index.ts'
import type { AgentToolRegistry } from '../../../../src/shared/api/tools.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
let registry: AgentToolRegistry
beforeAll(async () => {
  h = await joinPlatform()
  registry = (await h.api<AgentToolRegistry>('GET', '/tools.json', { key: h.keys.viewer })).body
})

const LISTED = `upload_dataset_from_directory auto_annotate_dataset augment_dataset tile_dataset train_pipeline
  list_datasets get_dataset create_dataset delete_dataset upload_image delete_image review_image set_image_split
  rebalance_dataset_splits get_annotations save_annotations auto_annotate_point auto_annotate_box auto_annotate_text
  search_by_tag search_by_similarity create_export list_exports download_export get_training_status cancel_training
  list_models download_model list_deployments get_deployment create_deployment delete_deployment list_notifications
  get_credit_balance estimate_credit_cost validate_connector import_from_connector`.split(/\s+/)

describe('the registry of agent tools', () => {
  it('lists the 37 tools of the specification to any role', () => {
    expect(registry.tools.map((tool) => tool.name)).toEqual(LISTED)
    expect([registry.count, registry.version]).toEqual([37, '1.0.0'])
    expect(Date.parse(registry.generated_at)).not.toBeNaN()
  })

  it('returns the same bytes at both addresses', async () => {
    const texts = ['/tools', '/tools.json'].map(async (path) => JSON.stringify((await h.api('GET', path)).body))
    const [one, other] = await Promise.all(texts)
    expect(one).toBe(other)
  })

  it('describes each input by a strict JSON Schema that allows no other field', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false })
    formats.default(ajv)
    for (const { name, input_schema } of registry.tools) {
      expect(() => ajv.compile(input_schema), name).not.toThrow()
      expect(input_schema, name).toMatchObject({ type: 'object', additionalProperties: false })
      expect(JSON.stringify(input_schema), name).not.toMatch(/\$id|\$ref|x-ui/)
    }
  })

  it('takes role, fields and idempotence of a tool from the endpoint behind it', () => {
    const tool = registry.tools.find(({ name }) => name === 'delete_dataset')
    const endpoint = ENDPOINTS.get('datasets.delete')
    expect(tool).toMatchObject({
      description: endpoint?.summary,
      required_role: endpoint?.role,
      idempotent: endpoint?.idempotent,
      cost_micro_usd: 0,
      input_schema: { required: ['dataset'] },
    })
    const listing = registry.tools.find(({ name }) => name === 'list_models')
    expect(Object.keys(listing?.input_schema.properties as object)).toEqual(
      Object.keys(ENDPOINTS.get('models.list')?.query?.properties ?? {}),
    )
  })

  it('fits into 12,000 tokens, at about four characters each', () => {
    expect(JSON.stringify(registry.tools).length).toBeLessThan(45_000)
  })
})
