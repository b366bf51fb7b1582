/** The models of the platform: the API hands them out in pages, the Studio shows and searches all of them. */
import type { Model } from '../../shared/api/models.ts'
import type { Host } from './host.ts'

/** Most models of one answer. */
const PAGE = 100

/** Every model, page after page. Rejects when a page can't be read. */
export async function readModels(host: Host): Promise<Model[]> {
  const models: Model[] = []
  for (;;) {
    const page = await host.api('models.list', { query: { limit: PAGE, offset: models.length } })
    models.push(...page.data)
    if (!page.has_more || page.data.length === 0) return models
  }
}
