/** Reads the models of the platform: the API returns them in pages, the Studio shows and searches all of them. */
import type { Model } from '../../../shared/api/models.ts'
import type { Host } from './host-context.ts'

/** Maximum number of models per response. */
const PAGE = 100

/** Returns every model. Rejects when a page can't be read. */
export async function readModels(host: Host): Promise<Model[]> {
  const models: Model[] = []
  for (;;) {
    const page = await host.api('models.list', { query: { limit: PAGE, offset: models.length } })
    models.push(...page.data)
    if (!page.has_more || page.data.length === 0) return models
  }
}
